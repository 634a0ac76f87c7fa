import { expect } from 'chai';
import type { TestAuthority } from '../../../../../tools/test-services/receivers/test-authority.js';
import type { Egress, EgressRequest, EgressResult, EgressSettings, ResolvedAddress } from '../egress.js';
import { BLOCKED_ADDRESSES } from './address-vectors.js';
import { type LoopbackServer, startHttp, startHttps, startTcp } from './loopback-server.js';

export type MakeEgress = (settings: EgressSettings) => Egress;

/** One rule that every guard must hold. Faulty guards must break at least the one named for them. */
export interface EgressCase {
  readonly name: string;
  readonly run: (make: MakeEgress, authority: TestAuthority | undefined) => Promise<void>;
}

const NAME = 'hooks.govgate-test.example';
export const LOOPBACK: EgressSettings = { allowCidrs: ['127.0.0.1/32'], httpCidrs: ['127.0.0.1/32'] };

const BLOCKED: EgressResult = { ok: false, failure: 'ssrf_blocked' };
const DELIVERED: EgressResult = { ok: true, head: { status: 204, headers: {} }, body: 'discarded' };

const rebinding: EgressCase = {
  name: 'resolves once, so a second answer changes nothing',
  run: async (make) => {
    const good = await noContent();
    const evil = await noContent('127.0.0.2', good.port);
    const dns = answering(['127.0.0.1'], ['127.0.0.2']);
    await withServer(good, () =>
      withServer(evil, async () => {
        const egress = make({ ...LOOPBACK, lookup: dns.lookup });
        const result = await asked(egress, get(`http://${NAME}:${good.port}/`));
        expect({ result, names: dns.names, evil: evil.connections() }).deep.equal({
          result: DELIVERED,
          names: [NAME],
          evil: 0,
        });
      }),
    );
  },
};

const mixedAnswers: EgressCase = {
  name: 'refuses a name when only one of its answers is refused, in whatever order',
  run: async (make) => {
    const server = await noContent();
    await withServer(server, async () => {
      for (const answers of [
        ['127.0.0.1', '127.0.0.2'],
        ['127.0.0.2', '127.0.0.1'],
        ['127.0.0.1', '::1'],
      ]) {
        const egress = make({ ...LOOPBACK, lookup: answering(answers).lookup });
        expect(await asked(egress, get(`http://${NAME}:${server.port}/`))).deep.equal(BLOCKED);
      }
      expect(server.connections()).equal(0);
    });
  },
};

const redirects: EgressCase = {
  name: 'follows no redirect',
  run: async (make) => {
    for (const status of [301, 302, 303, 307, 308]) {
      let hits = 0;
      const server = await startHttp((request, response) => {
        hits += 1;
        const target = `http://127.0.0.1:${request.socket.localPort}/inner`;
        response.writeHead(request.url === '/' ? status : 200, { location: target }).end();
      });
      await withServer(server, async () => {
        const result = await asked(make(LOOPBACK), get(`http://127.0.0.1:${server.port}/`));
        expect({ result, hits }).deep.equal({
          result: { ok: false, failure: 'redirect_blocked', head: { status, headers: {} } },
          hits: 1,
        });
      });
    }
  },
};

const blockedAnswers: EgressCase = {
  name: 'refuses a name that resolves to any blocked address, without connecting',
  run: async (make) => {
    for (const [address] of BLOCKED_ADDRESSES) {
      const egress = make({ allowCidrs: [], httpCidrs: [], lookup: answering([address]).lookup });
      expect(await asked(egress, get(`https://${NAME}:1/`)), address).deep.equal(BLOCKED);
    }
  },
};

const strangersCertificate: EgressCase = {
  name: 'refuses a certificate that nobody trusted signed, whatever the environment says',
  run: async (make, authority) => {
    if (authority === undefined) return;
    const server = await startHttps(authority.selfSigned(`DNS:${NAME}`), (_request, response) =>
      response.end(),
    );
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      await withServer(server, async () => {
        const egress = make({ ...LOOPBACK, lookup: answering(['127.0.0.1']).lookup });
        const result = await asked(egress, get(`https://${NAME}:${server.port}/`));
        expect(result).deep.equal({ ok: false, failure: 'tls_error' });
      });
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  },
};

const nameKept: EgressCase = {
  name: 'keeps the name in SNI, in Host and in the check of the certificate',
  run: async (make, authority) => {
    if (authority === undefined) return;
    const seen: (string | undefined | false | null)[] = [];
    const server = await startHttps(authority.issue(`DNS:${NAME}`), (request, response) => {
      const socket = request.socket as unknown as { servername?: string };
      seen.push(socket.servername, request.headers.host);
      response.writeHead(204).end();
    });
    await withServer(server, async () => {
      const settings = {
        ...LOOPBACK,
        authorities: authority.authorities,
        lookup: answering(['127.0.0.1']).lookup,
      };
      const right = await asked(make(settings), get(`https://${NAME}:${server.port}/`));
      const wrong = await asked(make(settings), get(`https://other.example:${server.port}/`));
      expect({ right, wrong, seen }).deep.equal({
        right: DELIVERED,
        wrong: { ok: false, failure: 'tls_error' },
        seen: [NAME, `${NAME}:${server.port}`],
      });
    });
  },
};

const plainHttp: EgressCase = {
  name: 'sends plain http only to a range configured for it',
  run: async (make) => {
    const server = await noContent();
    await withServer(server, async () => {
      const settings = { allowCidrs: ['127.0.0.0/8'], httpCidrs: ['127.0.0.2/32'] };
      const literal = await asked(make(settings), get(`http://127.0.0.1:${server.port}/`));
      const named = await asked(
        make({ ...settings, lookup: answering(['127.0.0.1']).lookup }),
        get(`http://${NAME}:${server.port}/`),
      );
      expect([literal, named, server.connections()]).deep.equal([BLOCKED, BLOCKED, 0]);
    });
  },
};

const proxies: EgressCase = {
  name: 'goes past a proxy that the environment names',
  run: async (make) => {
    const proxy = await startTcp((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')),
    );
    const server = await noContent();
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'];
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    try {
      await withServer(proxy, () =>
        withServer(server, async () => {
          const result = await asked(make(LOOPBACK), get(`http://127.0.0.1:${server.port}/`));
          expect([result, proxy.connections()]).deep.equal([DELIVERED, 0]);
        }),
      );
    } finally {
      for (const name of names) delete process.env[name];
    }
  },
};

export const EGRESS_CASES: readonly EgressCase[] = [
  rebinding,
  mixedAnswers,
  redirects,
  blockedAnswers,
  strangersCertificate,
  nameKept,
  plainHttp,
  proxies,
];

const get = (url: string): EgressRequest => ({ url, method: 'GET', limits: { timeoutMs: 5_000 } });

const asked = async (egress: Egress, request: EgressRequest): Promise<EgressResult> => {
  try {
    return await egress.request(request);
  } finally {
    await egress.close();
  }
};

const answering = (...rounds: readonly (readonly string[])[]) => {
  const names: string[] = [];
  const lookup = async (hostname: string): Promise<readonly ResolvedAddress[]> => {
    const round = rounds[Math.min(names.length, rounds.length - 1)] ?? [];
    names.push(hostname);
    return round.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { lookup, names };
};

const withServer = async <T>(server: LoopbackServer, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } finally {
    await server.close();
  }
};

const noContent = (host = '127.0.0.1', port = 0): Promise<LoopbackServer> =>
  startHttp((_request, response) => response.writeHead(204).end(), host, port);
