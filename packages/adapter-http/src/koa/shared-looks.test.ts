import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Handler } from './one-at-a-time.js';
import { withSharedLooks } from './shared-looks.js';

type Came = readonly [request: IncomingMessage, response: ServerResponse];

const socket = (): Socket => ({}) as Socket;
const from = (peer: Socket): Came => [
  { socket: peer } as IncomingMessage,
  { socket: peer } as unknown as ServerResponse,
];

describe('withSharedLooks', () => {
  let told: (boolean | 'call')[];
  let listener: Handler;
  let nowMs: number;

  beforeEach(() => {
    told = [];
    nowMs = 0;
    const looks = { lookAnew: (isKept: boolean) => void told.push(isKept) };
    listener = withSharedLooks(
      () => told.push('call'),
      looks,
      () => nowMs,
    );
  });

  it('lets calls of several connections that arrived together share a look, until the sockets are read again', async () => {
    for (const peer of [socket(), socket(), socket()]) listener(...from(peer));
    expect(told).to.deep.equal([true, 'call', 'call', 'call']);
    await immediate();
    expect(told.slice(4)).to.deep.equal([false]);
    listener(...from(socket()));
    expect(told.slice(5)).to.deep.equal([true, 'call']);
  });

  it('shares again with a connection that sends its next call after the sockets were read again', async () => {
    const peer = socket();
    for (let i = 0; i < 3; i += 1) {
      listener(...from(peer));
      await immediate();
    }
    expect(told).to.deep.equal([true, 'call', false, true, 'call', false, true, 'call', false]);
  });

  it('looks separately for a call that arrived behind another on its connection, then and from then on', async () => {
    const [hasty, other] = [socket(), socket()];
    for (const peer of [hasty, other, hasty, other]) listener(...from(peer));
    expect(told).to.deep.equal([true, 'call', 'call', false, 'call', false, 'call']);
    await immediate();
    told.length = 0;
    for (const peer of [hasty, socket(), hasty]) listener(...from(peer));
    expect(told).to.deep.equal([false, 'call', true, 'call', false, 'call']);
  });

  it('looks again for those who arrive when others were read for long', () => {
    listener(...from(socket()));
    nowMs = 2;
    listener(...from(socket()));
    nowMs = 3;
    listener(...from(socket()));
    expect(told).to.deep.equal([true, 'call', 'call', true, 'call']);
  });

  it('looks again for each call that waited behind another one', async () => {
    const answered: string[] = [];
    const server = createServer(
      withSharedLooks(
        async (request, response) => {
          told.push('call');
          answered.push(request.url ?? '');
          await immediate();
          response.end('.');
        },
        { lookAnew: (isKept) => void told.push(isKept) },
      ),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const peer = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const one = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;
    peer.write(one('/1') + one('/2') + one('/3'));
    for await (const chunk of peer) if (answered.length === 3 && String(chunk).includes('.')) break;
    server.close();
    expect(answered).to.deep.equal(['/1', '/2', '/3']);
    const last = told.lastIndexOf('call');
    const before = told.lastIndexOf('call', last - 1);
    for (const at of [before, last]) expect(told[at - 1]).to.equal(false);
  });

  it('does nothing where the store bundles its queries itself', () => {
    const calls: string[] = [];
    withSharedLooks(() => calls.push('call'), {})(...from(socket()));
    expect(calls).to.deep.equal(['call']);
  });
});
