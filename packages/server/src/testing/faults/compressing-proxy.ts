import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sendRequest } from '../send-request.js';

/** What becomes of the tag of an answer that is compressed on the way: as nginx does it, or as Apache does. */
export type TagFate = 'weakened' | 'marked';

/** A way to a service that compresses answers, as proxies do by default. */
export interface CompressingProxy {
  readonly url: string;
  stop(): Promise<void>;
}

const tagAfter = (tag: string, fate: TagFate): string =>
  fate === 'weakened' ? `W/${tag}` : tag.replace(/"$/, '-gzip"');

export const startCompressingProxy = async (serviceUrl: string, fate: TagFate): Promise<CompressingProxy> => {
  const server = createServer(async (request, answer) => {
    const { method = 'GET', url, headers } = request;
    const body = await textOf(request);
    const { 'accept-encoding': accepted = '', ...kept } = headers as Record<string, string>;
    const sent = { method, headers: kept, body: body === '' ? undefined : body };
    const { status, headers: reported, text } = await sendRequest(`${serviceUrl}${url}`, sent);
    if (text === '' || !accepted.includes('gzip'))
      return void answer.writeHead(status, Object.fromEntries(reported)).end(text);
    const packed = gzipSync(text);
    const tag = reported.get('etag');
    if (tag !== null) reported.set('etag', tagAfter(tag, fate));
    reported.set('content-length', String(packed.length));
    answer.writeHead(status, { ...Object.fromEntries(reported), 'content-encoding': 'gzip' }).end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
