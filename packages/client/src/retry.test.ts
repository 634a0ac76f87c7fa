import { expect } from 'chai';
import { GovgateError } from './govgate-error.js';
import { mayRepeat, pauseMs } from './retry.js';

const failed = (reasonCode: string, retryable: boolean): GovgateError =>
  new GovgateError({ operationId: 'one', status: 0, reasonCode, message: '', retryable });

describe('sending a call again', () => {
  it('is for whatever the service says, and where nobody knows what happened for calls that do nothing twice', () => {
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

  it('waits from half of the pause to all of it, five seconds at most', () => {
    expect([pauseMs(1, 0), pauseMs(1, 1), pauseMs(3, 1), pauseMs(20, 1), pauseMs(1, 0, 2)]).to.deep.equal([
      100, 200, 800, 5000, 2100,
    ]);
  });
});
