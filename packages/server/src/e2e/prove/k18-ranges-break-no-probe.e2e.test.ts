import { makeProbes } from '@govgate/worker/probes';
import { expect } from 'chai';
import fc from 'fast-check';
import { readSettings } from '../../settings/read-settings.js';
import { systemClock } from '../../system/system-clock.js';
import { runCli } from '../../testing/processes/spawned-service.js';

const WRONG = [
  '10.0.0.0/99',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/-1',
  '10.0.0.0/08',
  '::/1e1',
  'fe80::1%eth0/64',
  '10.0.0.0',
  'example.com/8',
];
/** Nobody listens there, so every allowed call is refused. */
const ENDPOINTS = ['http://127.0.0.1:1/mcp', 'http://[::1]:1/mcp'];

const read = (range: string) => readSettings({ GOVGATE_EGRESS_ALLOW: range, GOVGATE_EGRESS_HTTP: range });

/** What probes say with a range that the settings accepted. */
const probed = async (range: string): Promise<readonly string[]> => {
  const { egressAllow, egressHttp } = read(range).settings;
  const probes = makeProbes({
    egressAllow,
    egressHttp,
    secretsFolders: [],
    secretVariables: [],
    keptPaths: [],
    environment: {},
    clock: systemClock,
    log: { warn: () => undefined },
  });
  const results = await Promise.all(
    ENDPOINTS.map((endpoint) =>
      probes.mcp.probe({
        scope: { tenantId: 'acme', environmentId: 'production' },
        endpoint,
        credential: null,
      }),
    ),
  );
  await probes.close();
  return results.map(({ outcome }) => outcome);
};

describe('K18: no range breaks the probes', () => {
  it('is refused by name where it is invalid, before anything starts', async () => {
    for (const range of WRONG) {
      const { ok, problems } = { problems: [], ...read(range) };
      expect([ok, problems.map((problem: string) => problem.split(' ')[0])], range).to.deep.equal([
        false,
        ['GOVGATE_EGRESS_ALLOW', 'GOVGATE_EGRESS_HTTP'],
      ]);
    }
    const ran = await runCli(['serve'], { GOVGATE_PORT: '0', GOVGATE_EGRESS_ALLOW: '10.0.0.0/99' });
    expect([ran.code, ran.stderr.includes('GOVGATE_EGRESS_ALLOW must be ranges')]).to.deep.equal([78, true]);
  });

  it('leaves every probe an answer where it is accepted, whatever it is', async () => {
    expect(await probed('127.0.0.0/8')).to.deep.equal(['connection_refused', 'ssrf_blocked']);
    const address = fc.oneof(fc.ipV4(), fc.ipV6());
    const prefix = fc.oneof(
      fc.integer({ min: 0, max: 140 }).map(String),
      fc.constantFrom('', '08', '-1', '1e1'),
    );
    await fc.assert(
      fc.asyncProperty(address, prefix, async (text, bits) => {
        const range = `${text}/${bits}`;
        if (!read(range).ok) return;
        for (const outcome of await probed(range))
          expect(outcome, range).to.be.oneOf(['connection_refused', 'ssrf_blocked']);
      }),
      { numRuns: 200 },
    );
  });
});
