import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SyslogPlace, serveSyslog } from './export-syslog.js';

/** Where the receivers are. */
export interface Places {
  readonly port: number;
  readonly syslog: SyslogPlace;
}

const answerTo = (url: string, body: string): string => {
  if (url.includes('_bulk')) {
    const created = { create: { status: 201 } };
    return JSON.stringify({ errors: false, items: Array(body.split('\n').length >> 1).fill(created) });
  }
  return url.includes('collector') ? '{"text":"Success","code":0}' : '{}';
};

/** Serves a collector of every kind over HTTP and one of syslog, and tells the process that started it where. */
export const serveReceivers = (): void => {
  const server = createServer((received, response) => {
    const chunks: Buffer[] = [];
    received.on('data', (chunk: Buffer) => chunks.push(chunk));
    received.on('end', () => {
      const text = answerTo(
        received.url ?? '',
        received.url?.includes('_bulk') ? Buffer.concat(chunks).toString() : '',
      );
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
        .end(text);
    });
  });
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', async () => {
    const syslog = await serveSyslog();
    process.send?.({ port: (server.address() as AddressInfo).port, syslog } satisfies Places);
  });
};
