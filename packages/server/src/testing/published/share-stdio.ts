import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { linesOf } from '../../../../../examples/data-plane/src/event-stream.js';
import type { Settings } from '../../../../../examples/data-plane/src/settings.js';
import { type Listening, listenOnLoopback } from '../gateways/live-mcp-server.js';

type Command = Exclude<Settings['servers'][string], string>;

interface Waiting {
  readonly id: unknown;
  readonly response: ServerResponse;
}

/** Reads a stream to its end, and gives its last line so far. */
const lastLineOf = (stream: NodeJS.ReadableStream): (() => string) => {
  let text = '';
  stream.on('data', (part: Buffer) => {
    text = `${text}${part.toString('utf8')}`.slice(-2_000);
  });
  return () => text.trimEnd().split('\n').at(-1) ?? '';
};

/**
 * A server that speaks over standard input and output, as Streamable HTTP for the worker that reads it: one process for all its looks,
 * as a process for each would keep the machine busy. What the server says goes on as it is, but for the ids of requests.
 */
export const shareStdio = async ({ command: [file, ...args], env = {} }: Command): Promise<Listening> => {
  const { PATH, HOME } = process.env;
  const child = spawn(file, args, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const lastLine = lastLineOf(child.stderr);
  const waiting = new Map<string, Waiting>();
  const read = async (): Promise<void> => {
    for await (const line of linesOf(child.stdout)) {
      const [, key = ''] = /"(shared-[0-9a-f-]{36})"/.exec(line) ?? [];
      const { id, response } = waiting.get(key) ?? {};
      waiting.delete(key);
      response
        ?.writeHead(200, { 'content-type': 'application/json' })
        .end(line.replace(`"${key}"`, () => JSON.stringify(id)));
    }
  };
  void read();
  child.on('exit', (code) => {
    console.error(`${file} ended with ${code}: ${lastLine()}`);
    for (const { response } of waiting.values()) response.writeHead(502).end();
    waiting.clear();
  });
  // What it is sent then leads nowhere.
  child.stdin.on('error', () => undefined);
  const listening = await listenOnLoopback(async (request, response) => {
    if (child.exitCode !== null) {
      response.writeHead(502).end();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    const { id, ...message } = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const key = `shared-${randomUUID()}`;
    child.stdin.write(`${JSON.stringify(id === undefined ? message : { ...message, id: key })}\n`);
    if (id === undefined) response.writeHead(202).end();
    else waiting.set(key, { id, response });
  });
  return {
    url: listening.url,
    close: async () => {
      child.removeAllListeners('exit').kill();
      await listening.close();
    },
  };
};
