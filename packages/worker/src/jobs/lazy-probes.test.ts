import { expect } from 'chai';
import { at } from '../mcp-probe/testing/at-url.js';
import type { ProbeSettings } from '../probes.js';
import { makeLazyProbes } from './lazy-probes.js';

const SETTINGS: ProbeSettings = {
  egressAllow: [],
  egressHttp: [],
  secretsFolders: [],
  secretVariables: [],
  keptPaths: [],
  environment: {},
  clock: { epochMs: () => 0, now: () => '2026-01-01T00:00:00.000Z' },
  log: { warn: () => undefined },
};

describe('probes that are loaded when something is first sent', () => {
  it('remember no failure to load: the next probe tries again', async () => {
    let tries = 0;
    const failingOnce: ProbeSettings = {
      ...SETTINGS,
      get egressAllow(): readonly string[] {
        tries += 1;
        if (tries === 1) throw new Error('not now');
        return [];
      },
    };
    const { mcp, close } = makeLazyProbes(failingOnce);
    const probe = () => mcp.probe(at('https://10.0.0.1/')).then(({ outcome }) => outcome, String);
    expect([await probe(), await probe(), await probe(), tries]).to.deep.equal([
      'Error: not now',
      'ssrf_blocked',
      'ssrf_blocked',
      2,
    ]);
    await close();
  });

  it('can be closed with nothing loaded, and after a failure', async () => {
    await makeLazyProbes(SETTINGS).close();
    const failing = makeLazyProbes({ ...SETTINGS, egressAllow: ['10.0.0.0/99'] });
    expect(await failing.mcp.probe(at('https://10.0.0.1/')).catch((fault: Error) => fault.message)).to.equal(
      'not an address range',
    );
    await failing.close();
  });
});
