import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { fetchKeySet } from './fetch-key-set.js';

const SET = { keys: [{ kty: 'EC', kid: 'k1' }] };

describe('fetching a key set', () => {
  const servers: Server[] = [];
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  };
  after(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** The result of a fetch: the set, or why there is none. */
  const outcome = (url: string): Promise<unknown> =>
    fetchKeySet(url, 500)().catch((fault: Error) => `${fault.name}: ${fault.message}`);

  it('returns the set, even after a redirect on the same origin', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/jwks') response.writeHead(302, { location: '/keys' }).end();
      else response.end(JSON.stringify({ ...SET, more: 1 }));
    });
    expect(await outcome(url)).to.deep.equal(SET);
  });

  it('follows no redirect to another origin, and no endless ones', async () => {
    let asked = 0;
    const elsewhere = await serve((_, response) => {
      asked += 1;
      response.end(JSON.stringify(SET));
    });
    const away = await serve((_, response) => response.writeHead(302, { location: elsewhere }).end());
    const round = await serve((_, response) => response.writeHead(307, { location: '/jwks' }).end());
    const odd = await serve((_, response) => response.writeHead(302, { location: 'http://[' }).end());
    const refused = 'KeySetFault: it redirects elsewhere, or too often';
    expect([await outcome(away), await outcome(round), await outcome(odd), asked]).to.deep.equal([
      refused,
      refused,
      refused,
      0,
    ]);
  });

  it('accepts no more than 1 MiB, however it is sent', async () => {
    const url = await serve((_, response) => {
      response.write('{"keys":[');
      const more = (): void => {
        while (response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect(await outcome(url)).to.equal('KeySetFault: it is larger than 1 MiB');
  });

  it('waits no longer than it may, for the head and for the body', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_, response) => void response.write('{"keys":'));
    const late = 'KeySetFault: it did not answer in time';
    expect([await outcome(silent), await outcome(slow)]).to.deep.equal([late, late]);
  });

  it('says what else went wrong, and nothing about the answer', async () => {
    const broken = await serve((_, response) => response.writeHead(500).end('canary'));
    const page = await serve((_, response) => response.end('<html>canary</html>'));
    const wrong = await serve((_, response) => response.end('{"keys":["canary"]}'));
    expect([
      await outcome(broken),
      await outcome(page),
      await outcome(wrong),
      await outcome('http://127.0.0.1:1/jwks'),
    ]).to.deep.equal([
      'KeySetFault: it answered with status 500',
      'KeySetFault: it is not a JSON Web Key Set',
      'KeySetFault: it is not a JSON Web Key Set',
      'KeySetFault: it cannot be reached',
    ]);
  });
});
