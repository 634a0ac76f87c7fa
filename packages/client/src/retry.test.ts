import { expect } from 'chai';
import { GovgateError } from './govgate-error.js';
import { mayRepeat, pauseMs } from './retry.js';

const failed = (reasonCode: string, retryable: boolean): GovgateError =>
  new GovgateError({ operationId: 'one', status: 0, reasonCode, message: '', retryable });

describe('sending a call again', () => {
  it('follows what the service says, and where the outcome is unknown happens only for calls that do nothing twice', () => {
    const cases = [
      ['store_unavailable', true],
      ['invalid_state', false],
      ['connection_failed', true],
      ['other_answer', true],
    ] as const;
    expect(
      cases.map(([code, retryable]) => [true, false].map((safe) => mayRepeat(failed(code, retryable), safe))),
    ).to.deep.equal([
      [true, true],
      [false, false],
      [true, false],
      [true, false],
    ]);
  });

  it('waits from half to all of the pause, five seconds at most', () => {
    expect([pauseMs(1, 0), pauseMs(1, 1), pauseMs(3, 1), pauseMs(20, 1), pauseMs(1, 0, 2)]).to.deep.equal([
      100, 200, 800, 5000, 2100,
    ]);
  });
});
