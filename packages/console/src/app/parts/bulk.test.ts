import { GovgateError } from '@govgate/client';
import { expect } from 'chai';
import { isPending, preparedLine, sentLine } from './bulk.js';

const failing = (status: number) => async () => {
  throw new GovgateError({
    status,
    reasonCode: 'planted',
    message: 'planted',
    operationId: 'planted',
    retryable: false,
  });
};
const options = { idempotencyKey: 'k', correlationId: 'c' };

describe('one of several changes', () => {
  it('is sent again after a failure, and not after somebody else was faster', async () => {
    const line = { name: 'a', step: 'ready' } as const;
    const failed = await sentLine({ ...line, send: failing(503) }, {}, options);
    expect([failed.step, isPending(failed)]).to.deep.equal(['failed', true]);
    const overtaken = await sentLine({ ...line, send: failing(412) }, {}, options);
    expect([overtaken.step, isPending(overtaken)]).to.deep.equal(['failed', false]);
    expect(overtaken.error?.detail).to.match(/Somebody else has changed it/);
    const done = await sentLine({ ...failed, send: async () => ({}) }, {}, options);
    expect([done.step, done.error, isPending(done)]).to.deep.equal(['done', undefined, false]);
  });

  it('is left out where its record has to be looked at by itself, or could not be read', async () => {
    expect(await preparedLine('a', Promise.resolve(undefined))).to.deep.equal({ name: 'a', step: 'alone' });
    const unread = await preparedLine('b', failing(503)());
    expect([unread.step, isPending(unread)]).to.deep.equal(['failed', false]);
  });
});
