/**
 * A service whose world is recreated for each operation and after each change: it contains the records of the samples, and
 * `/v1/openapi.json` has each operation's sample as its example. For programs that draw requests from a document: they get past
 * a 404 in every operation, and what one call did is not in the next one's way. Prints the lines that a demonstration prints.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allOperations, type Operation } from '@govgate/adapter-http';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import type { TestService } from '../test-service.js';
import { MemoryWorlds } from '../worlds/memory-worlds.js';
import { makeWorld, putRecords, TENANT } from '../worlds/world.js';
import { documentOfSamples } from './document-of-samples.js';

const DOCUMENT = '/v1/openapi.json';

const worlds = new MemoryWorlds(async ({ ports }) => {
  const tokens = await makeWorld(ports);
  await putRecords(ports, TENANT, SAMPLE_RECORDS);
  return tokens;
});

const literalsOf = (path: string): number => path.split('/').filter((part) => !part.startsWith(':')).length;

// The closest path first, as the router has it.
const patterns = allOperations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replace(/:[a-z_]+/g, '[^/]+')}$`),
  }))
  .sort((a, b) => literalsOf(b.operation.path) - literalsOf(a.operation.path));

const operationAt = (method: string, url: string): Operation | undefined => {
  const [path = ''] = url.split('?');
  return patterns.find(
    ({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(path),
  )?.operation;
};

let current: Promise<TestService> | undefined;
let currentId: string | undefined;

/** The world of an operation: another one's, and one that a call has changed, are discarded. */
const worldFor = (id: string | undefined): Promise<TestService> => {
  if (id !== undefined && id !== currentId) giveUp();
  currentId = id ?? currentId;
  current ??= worlds.open().then((opened) => opened.service);
  return current;
};

const giveUp = (): void => {
  void current?.then((old) => old.stop());
  current = undefined;
};

const passOn = async (wanted: IncomingMessage, answer: ServerResponse): Promise<void> => {
  const { method = 'GET', url = '/' } = wanted;
  if (url === DOCUMENT && method === 'GET') {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(documentOfSamples()));
    return;
  }
  const service = await worldFor(operationAt(method, url)?.id);
  const { hostname, port } = new URL(service.url);
  const onward = request({ hostname, port, method, path: url, headers: wanted.headers }, (got) => {
    const { statusCode = 502 } = got;
    answer.writeHead(statusCode, got.rawHeaders);
    got.pipe(answer);
    const isChanged = statusCode < 300 && method !== 'GET';
    if (isChanged) got.once('end', giveUp);
  });
  // A caller refused before sending everything gets the answer, although the rest is no longer read.
  onward.on('error', () => {
    if (!answer.headersSent) answer.destroy();
  });
  answer.once('close', () => onward.destroy());
  wanted.pipe(onward);
};

const { service, world } = await worlds.open();
await service.stop();
const server = createServer((wanted, answer) => void passOn(wanted, answer));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listens on http://127.0.0.1:${port}\nexport TOKEN=${world.admin}`);
});
