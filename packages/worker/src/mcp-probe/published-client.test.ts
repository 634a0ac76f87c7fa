import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LiveReading } from '@govgate/domain/internal';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { probeByUrl } from './testing/at-url.js';
import { startStateful, startStateless } from './testing/real-servers.js';

type Raw = Readonly<Record<string, unknown>>;

/** What the SDK's own client reads, with nothing left out. */
const readByPublishedClient = async (url: string): Promise<LiveReading> => {
  const client = new Client({ name: 'a-test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<Client['connect']>[0]);
  const all = async (kind: 'tools' | 'prompts' | 'resources'): Promise<Raw[]> => {
    if (client.getServerCapabilities()?.[kind] === undefined) return [];
    const items: Raw[] = [];
    for (let cursor: unknown; ; ) {
      const params = cursor === undefined ? {} : { cursor };
      const page: Raw = await client.request({ method: `${kind}/list`, params }, ResultSchema);
      items.push(...(page[kind] as Raw[]));
      cursor = page.nextCursor;
      if (cursor === undefined) return items;
    }
  };
  const instructions = client.getInstructions();
  const names = (items: Raw[]) => items.map(({ name }) => String(name));
  const reading = {
    tools: (await all('tools')) as never,
    ...(instructions === undefined ? {} : { instructions }),
    prompts: names(await all('prompts')),
    resources: names(await all('resources')),
  };
  await client.close();
  return reading;
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** The reference server of the protocol's authors, in a process of its own. */
const startEverything = async (): Promise<{ readonly url: string; readonly process: ChildProcess }> => {
  const port = await freePort();
  const manifest = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/package.json',
  );
  const command = [join(dirname(manifest), 'dist/index.js'), 'streamableHttp'];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port) },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  for (let tried = 0; tried < 100; tried += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await delay(100);
  }
  return { url, process: child };
};

describe('reading a live server', () => {
  const egress = makeEgress(LOOPBACK);
  const probe = probeByUrl({ egress, timeoutMs: 10_000 });
  after(() => egress.close());

  for (const [what, start] of [
    ['with sessions', () => startStateful(false)],
    ['without sessions', () => startStateless(true)],
  ] as const)
    it(`reads what the published client reads (${what})`, async () => {
      const server = await start();
      const url = `http://127.0.0.1:${server.port}/mcp`;
      const [ours, theirs] = [await probe.read(url), await readByPublishedClient(url)];
      await server.close();
      expect(ours).deep.equal({ read: true, reading: theirs });
    });

  it('reads what the published client reads from the reference server', async function () {
    this.timeout(90_000);
    const everything = await startEverything();
    try {
      const [ours, theirs] = [await probe.read(everything.url), await readByPublishedClient(everything.url)];
      expect(theirs.tools.length).greaterThan(5);
      expect(theirs.prompts?.length).greaterThan(0);
      expect(ours).deep.equal({ read: true, reading: theirs });
    } finally {
      everything.process.kill('SIGKILL');
    }
  });
});
