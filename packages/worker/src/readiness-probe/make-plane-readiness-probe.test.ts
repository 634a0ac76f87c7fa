import { Secret } from '@govgate/domain';
import { expect } from 'chai';
import { makeEgress } from '../egress/make-egress.js';
import { LOOPBACK } from '../egress/testing/egress-cases.js';
import { closedPort, startHttp, startTcp } from '../egress/testing/loopback-server.js';
import { makePlaneReadinessProbe } from './make-plane-readiness-probe.js';

const SCOPE = { tenantId: 'acme', environmentId: 'production' };

describe('readiness probe of data planes', () => {
  const egress = makeEgress(LOOPBACK);
  after(() => egress.close());

  const probe = (url: string) =>
    makePlaneReadinessProbe({
      egress,
      secrets: {
        resolve: async ({ tenantId, environmentId }, reference) =>
          `${tenantId} ${environmentId} ${reference}` === 'acme production env:PLANE'
            ? new Secret(url)
            : 'secret_ref_unresolved',
      },
      timeoutMs: 1_000,
    });

  const answered = async (status: number): Promise<unknown> => {
    const server = await startHttp((request, response) => {
      response.writeHead(request.method === 'GET' ? status : 500).end('canary-of-the-plane');
    });
    const seen = await probe(`http://127.0.0.1:${server.port}/readyz`).probe(SCOPE, 'env:PLANE');
    await server.close();
    return seen;
  };

  const other = (reasonCode: string): object => ({ answered: 'other', reasonCode });
  const rows: readonly (readonly [number, object])[] = [
    [200, { answered: 'ready' }],
    [204, { answered: 'ready' }],
    [503, { answered: 'not_ready' }],
    [500, other('upstream_error')],
    [302, other('redirect_blocked')],
    [401, other('auth_rejected')],
    [404, other('endpoint_not_found')],
    [418, other('payload_rejected')],
    [429, other('rate_limited')],
  ];
  for (const [status, seen] of rows)
    it(`interprets ${status} as ${JSON.stringify(seen)}`, async () => {
      expect(await answered(status)).deep.equal(seen);
    });

  it('says why it cannot decide', async () => {
    const hanging = await startTcp(() => {});
    const seen = [
      await probe(`http://127.0.0.1:${hanging.port}/`).probe(SCOPE, 'env:PLANE'),
      await probe(`http://127.0.0.1:${await closedPort()}/`).probe(SCOPE, 'env:PLANE'),
      await probe('http://10.0.0.1/').probe(SCOPE, 'env:PLANE'),
      await probe('http://10.0.0.1/').probe(SCOPE, 'env:MISSING'),
      await probe('http://10.0.0.1/').probe({ ...SCOPE, tenantId: 'umbra' }, 'env:PLANE'),
    ];
    await hanging.close();
    expect(seen).deep.equal(
      ['timeout', 'connection_refused', 'ssrf_blocked', 'secret_ref_unresolved', 'secret_ref_unresolved'].map(
        other,
      ),
    );
  });
});
