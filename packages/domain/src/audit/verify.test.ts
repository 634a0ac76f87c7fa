import { sealed as chainOf, trailEvents as events } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { EMPTY_CHAIN } from './audit-event.js';
import { linkAt as at, sha256 } from './testing/links.js';
import { type ChainLink, type ChainReport, ChainVerifier } from './verify.js';

const verified = (links: readonly ChainLink[], start = EMPTY_CHAIN): ChainReport => {
  const verifier = new ChainVerifier('acme', start, sha256);
  for (const link of links) if (!verifier.add(link)) break;
  return verifier.report();
};

const GOOD = chainOf(events(1, 8), EMPTY_CHAIN, sha256);
describe('ChainVerifier', () => {
  it('finds nothing wrong with an untouched chain', () => {
    expect(verified(GOOD)).to.deep.equal({
      valid: true,
      events: 8,
      firstSequence: 1,
      lastSequence: 8,
      headHash: at(GOOD, 7).hash,
      firstInvalid: null,
    });
  });

  it('finds nothing wrong with an empty chain', () => {
    expect(verified([])).to.deep.equal({
      valid: true,
      events: 0,
      firstSequence: null,
      lastSequence: null,
      headHash: null,
      firstInvalid: null,
    });
  });

  it('accepts a part that continues what it claims to continue', () => {
    const start = { sequence: 3, hash: at(GOOD, 2).hash };
    expect(verified(GOOD.slice(3), start)).to.include({
      valid: true,
      events: 5,
      firstSequence: 4,
      lastSequence: 8,
    });
  });

  it('stops at the first fault and names it', () => {
    const links = GOOD.map((link, i) =>
      i === 4 ? { ...link, text: link.text.replace('usr_', 'usr-') } : link,
    );
    expect(verified(links)).to.deep.equal({
      valid: false,
      events: 4,
      firstSequence: 1,
      lastSequence: 4,
      headHash: at(GOOD, 3).hash,
      firstInvalid: { sequence: 5, reasonCode: 'hash_mismatch' },
    });
  });

  it('finds a gap behind which somebody linked and hashed the events again', () => {
    const kept = GOOD.slice(0, 3);
    // One event left out, and those after it sealed on the one before it, with the numbers that they had.
    const { hash } = at(kept, 2);
    const relinked = chainOf(events(5, 4), { sequence: 4, hash }, sha256);
    expect(verified([...kept, ...relinked])).to.deep.include({
      valid: false,
      events: 3,
      firstInvalid: { sequence: 5, reasonCode: 'sequence_gap' },
    });
  });

  it('keeps the first fault even when the caller reports a later one', () => {
    const verifier = new ChainVerifier('acme', EMPTY_CHAIN, sha256);
    verifier.fail({ sequence: 3, reasonCode: 'checkpoint_mismatch' });
    verifier.fail({ sequence: 9, reasonCode: 'truncated' });
    expect(verifier.add(at(GOOD, 0))).to.equal(false);
    expect(verifier.report().firstInvalid).to.deep.equal({ sequence: 3, reasonCode: 'checkpoint_mismatch' });
  });

  it('works with the built-in hash', () => {
    const verifier = new ChainVerifier('acme', EMPTY_CHAIN);
    for (const link of GOOD) verifier.add(link);
    expect(verifier.report().valid).to.equal(true);
  });
});
