import type { Principal } from '@govgate/domain';
import { expect } from 'chai';
import fc from 'fast-check';
import { AnswerCache, type AnswerCall } from './answer-cache.js';
import type { ReadyAnswer } from './send.js';

const callerNamed = (actorId: string): Principal => ({
  actorId,
  actorType: 'user',
  displayName: actorId,
  tenantId: 'acme',
  authMethod: 'api_token',
  environmentIds: ['production'],
  narrowed: false,
  groups: [],
  grants: [],
  tokenExpiresAt: null,
  permissions: null,
  tokenId: null,
  persons: [],
});

const ADA = callerNamed('ada');
const FOREVER = { freshUntilMs: Number.POSITIVE_INFINITY, namesRequest: false, places: undefined };

const callOf = (over: Partial<AnswerCall> = {}): AnswerCall => ({
  principal: ADA,
  url: '/v1/policies/pv_1',
  contentRevision: 7,
  nowMs: 1_000,
  requestId: 'req_1',
  ...over,
});

const answerOf = (text: string): ReadyAnswer => ({
  status: 200,
  text,
  etag: undefined,
  contentType: 'application/json',
});

const listText = (requestId: string, items: readonly string[]): string =>
  JSON.stringify({ schemaVersion: '1.0', requestId, items });

describe('the answer cache', () => {
  it('returns an answer again while nothing is committed', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'), FOREVER);
    expect(cache.get(callOf({ nowMs: 3_601_000, requestId: 'req_2' }))).to.deep.equal(answerOf('{}'));
  });

  it('forgets it with any commit, for another caller and for another URL', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'), FOREVER);
    const others = [{ contentRevision: 8 }, { principal: callerNamed('ada') }, { url: '/v1/policies/pv_2' }];
    for (const other of others) expect(cache.get(callOf(other))).to.equal(undefined);
  });

  it('rebuilds an answer after an hour, because a page token is valid for a day', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'), FOREVER);
    expect(cache.get(callOf({ nowMs: 3_601_001 }))).to.equal(undefined);
  });

  it('outlives consecutive commits that are known to have written elsewhere', () => {
    const asked: unknown[] = [];
    const untouched = (...given: unknown[]): boolean => {
      asked.push(given);
      return given[2] !== 10;
    };
    const cache = new AnswerCache({ untouched });
    cache.set(callOf(), answerOf('{}'), { ...FOREVER, places: ['policy_version production'] });
    const given = [8, 8, 9, 10].map(
      (contentRevision) => cache.get(callOf({ contentRevision })) !== undefined,
    );
    expect(given).to.deep.equal([true, true, true, false]);
    expect(asked).to.deep.equal([
      ['acme', 7, 8, ['policy_version production']],
      ['acme', 8, 9, ['policy_version production']],
      ['acme', 9, 10, ['policy_version production']],
    ]);
    // A call that began earlier is not answered with what is valid for a later one.
    expect(cache.get(callOf({ contentRevision: 8 }))).to.equal(undefined);
  });

  it('returns one that depends on the clock up to its last moment and no longer', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'), { ...FOREVER, freshUntilMs: 5_000 });
    const given = [4_999, 5_000, 5_001].map((nowMs) => cache.get(callOf({ nowMs })) !== undefined);
    expect(given).to.deep.equal([true, true, false]);
  });

  it('asks before it gives one that depends on more than commits and the clock, each time', async () => {
    const cache = new AnswerCache();
    const answers = [true, false, true];
    let asked = 0;
    const stillHolds = async (): Promise<boolean> => answers[asked++] ?? false;
    cache.set(callOf(), answerOf('{}'), { ...FOREVER, stillHolds });
    const given = [await cache.get(callOf()), await cache.get(callOf()), await cache.get(callOf())];
    expect(given).to.deep.equal([answerOf('{}'), undefined, answerOf('{}')]);
    expect(cache.get(callOf({ contentRevision: 8 }))).to.equal(undefined);
    expect(asked).to.equal(3);
  });

  it('keeps nothing that may change at once', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'), { ...FOREVER, freshUntilMs: 0 });
    expect(cache.get(callOf())).to.equal(undefined);
  });

  it('gives each call its own request id, whatever the records contain', () => {
    const requestIds = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,20}$/);
    fc.assert(
      fc.property(requestIds, requestIds, fc.array(fc.string()), (first, second, words) => {
        const cache = new AnswerCache();
        const items = [...words, `"requestId":"${first}"`, first];
        const limits = { ...FOREVER, namesRequest: true };
        cache.set(callOf({ requestId: first }), answerOf(listText(first, items)), limits);
        for (const requestId of [second, first])
          expect(cache.get(callOf({ requestId }))).to.deep.equal(answerOf(listText(requestId, items)));
      }),
    );
  });
});
