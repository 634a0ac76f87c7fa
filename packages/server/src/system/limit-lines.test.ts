import type { RequestLine } from '@govgate/ports';
import { expect } from 'chai';
import { type LineCounts, limitLines } from './limit-lines.js';

const lineOf = (over: Partial<RequestLine>): RequestLine => ({
  requestId: 'req_1',
  operation: 'readIdentity',
  status: 401,
  durationMs: 1,
  isWrite: false,
  reasonCode: 'token_invalid',
  ...over,
});

describe('lines of refused authentications', () => {
  it('are 60 per minute, and a summary of the rest when the minute is over', () => {
    const reported: (string | LineCounts)[] = [];
    const planned: (() => void)[] = [];
    const { log } = limitLines({
      write: ({ failedCheck }) => reported.push(failedCheck ?? ''),
      sumUp: (counts) => reported.push(counts),
      later: (run, ms) => {
        expect(ms).to.equal(60_000);
        planned.push(run);
      },
    });
    for (let i = 0; i < 60; i += 1) log(lineOf({ failedCheck: 'signature' }));
    for (let i = 0; i < 400; i += 1) log(lineOf({ failedCheck: 'key_unknown' }));
    log(lineOf({ reasonCode: 'unauthenticated' }));
    expect([reported.length, planned.length]).to.deep.equal([60, 1]);
    planned.pop()?.();
    expect(reported.slice(60)).to.deep.equal([{ key_unknown: 400, unauthenticated: 1 }]);
    log(lineOf({ failedCheck: 'issuer' }));
    planned.pop()?.();
    expect(reported.slice(61)).to.deep.equal(['issuer']);
  });
});
