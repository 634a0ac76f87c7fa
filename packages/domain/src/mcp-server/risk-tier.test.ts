import { expect } from 'chai';
import fc from 'fast-check';
import { RISK_TIERS } from '../policy/manifest.js';
import { compareRisk, defaultRiskTier, highestRiskTier, raisedRiskTier } from './risk-tier.js';

const annotations = fc.option(
  fc.record(
    { readOnlyHint: fc.boolean(), destructiveHint: fc.boolean(), openWorldHint: fc.boolean() },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

describe('risk tiers', () => {
  it('default to what a tool’s annotations say', () => {
    expect([
      defaultRiskTier({ readOnlyHint: true }),
      defaultRiskTier({ readOnlyHint: true, openWorldHint: true }),
      defaultRiskTier({ readOnlyHint: true, destructiveHint: true }),
      defaultRiskTier({ readOnlyHint: false, destructiveHint: false }),
      defaultRiskTier({ destructiveHint: false, openWorldHint: true }),
      defaultRiskTier({ destructiveHint: true }),
      defaultRiskTier({}),
      defaultRiskTier(undefined),
    ]).to.deep.equal(['low', 'medium', 'low', 'medium', 'medium', 'high', 'high', 'high']);
  });

  it('are never critical by default, and never lowered by annotations', () => {
    fc.assert(
      fc.property(fc.constantFrom(...RISK_TIERS), annotations, (tier, hints) => {
        expect(defaultRiskTier(hints)).not.to.equal('critical');
        expect(compareRisk(raisedRiskTier(tier, hints), tier)).to.be.at.least(0);
      }),
    );
  });

  it('are raised by what a server now says about a tool, and stay when it says nothing', () => {
    expect([
      raisedRiskTier('low', { destructiveHint: true }),
      raisedRiskTier('low', { readOnlyHint: true, openWorldHint: true }),
      raisedRiskTier('critical', { readOnlyHint: true }),
      raisedRiskTier('low', undefined),
    ]).to.deep.equal(['high', 'medium', 'critical', 'low']);
  });

  it('have a highest one', () => {
    expect(highestRiskTier([])).to.equal('low');
    expect(highestRiskTier(['medium', 'critical', 'low'])).to.equal('critical');
  });
});
