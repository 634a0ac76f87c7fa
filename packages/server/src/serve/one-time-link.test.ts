import { expect } from 'chai';
import { LINK_MINUTES, makeOneTimeLink } from './one-time-link.js';

describe('a one-time link', () => {
  const made = () => {
    let now = 0;
    const link = makeOneTimeLink('ggt_token', { epochMs: () => now });
    return {
      ...link,
      later: (ms: number) => {
        now += ms;
      },
    };
  };

  it('returns its token to the first who presents its code, and to nobody after that', () => {
    const { code, redeem } = made();
    expect([redeem(code), redeem(code)]).to.deep.equal(['ggt_token', undefined]);
  });

  it('is not used up by a wrong code', () => {
    const { code, redeem } = made();
    expect([redeem(''), redeem(`${code}x`), redeem(code)]).to.deep.equal([undefined, undefined, 'ggt_token']);
  });

  it('expires after ten minutes, even if the clock is then set back', () => {
    const { code, redeem, later } = made();
    later(LINK_MINUTES * 60_000);
    expect(redeem(code)).to.equal(undefined);
    later(-60_000);
    expect(redeem(code)).to.equal(undefined);
  });

  it('has an unguessable code', () => {
    expect(made().code).to.match(/^[\w-]{43}$/);
    expect(made().code).not.to.equal(made().code);
  });
});
