import { PortTimedOut, PortUnavailable } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { Ctx } from './call.js';
import { answerFault } from './error-boundary.js';

/** What a fault is answered and logged as. */
const answered = (fault: unknown) => {
  const reported: unknown[] = [];
  const log = {
    request: () => undefined,
    failure: (what: string, cause: unknown, about?: object) =>
      reported.push({ failure: what, cause, ...about }),
    warn: (what: string, about?: object) => reported.push({ warn: what, ...about }),
    info: () => undefined,
  };
  const sent: { status?: number; text?: string } = {};
  const res = {
    writeHead: (status: number) => Object.assign(sent, { status }),
    end: (text: string) => Object.assign(sent, { text }),
  };
  const state = { requestId: 'req_1', headers: [], untaken: { sent: () => undefined } };
  answerFault(
    { method: 'GET', url: '/v1/policies', path: '/v1/policies', state, res } as unknown as Ctx,
    fault,
    log,
  );
  const { reasonCode } = JSON.parse(sent.text ?? '{}') as { reasonCode: string };
  return { status: sent.status, reasonCode, reported };
};

describe('a fault', () => {
  for (const [what, fault, status, reasonCode] of [
    ['of the code', new TypeError('planted'), 500, 'internal_error'],
    ['of the audit trail', new PortUnavailable('audit'), 503, 'audit_unavailable'],
    ['of the store', new PortUnavailable('store', { cause: new Error('planted') }), 503, 'store_unavailable'],
    ['of time', new PortTimedOut('dependency'), 503, 'dependency_unavailable'],
  ] as const)
    it(`${what} is answered as ${reasonCode}, and logged with its cause`, () => {
      const failure = `a call ended with ${reasonCode}`;
      const reported = [{ failure, cause: fault, requestId: 'req_1' }];
      expect(answered(fault)).to.deep.equal({ status, reasonCode, reported });
    });
});
