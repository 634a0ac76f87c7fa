import type { Principal } from '@govgate/domain';
import { expect } from 'chai';
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

const callOf = (over: Partial<AnswerCall> = {}): AnswerCall => ({
  principal: ADA,
  url: '/v1/policies/pv_1',
  contentRevision: 7,
  nowMs: 1_000,
  ...over,
});

const answerOf = (text: string): ReadyAnswer => ({
  status: 200,
  text,
  etag: undefined,
  contentType: 'application/json',
});

describe('the answer cache', () => {
  it('returns an answer again while nothing is committed', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'));
    expect(cache.get(callOf({ nowMs: 3_601_000 }))).to.deep.equal(answerOf('{}'));
  });

  it('forgets it with any commit, for another caller and for another URL', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'));
    const others = [{ contentRevision: 8 }, { principal: callerNamed('ada') }, { url: '/v1/policies/pv_2' }];
    for (const other of others) expect(cache.get(callOf(other))).to.equal(undefined);
  });

  it('rebuilds an answer after an hour, because a page token is valid for a day', () => {
    const cache = new AnswerCache();
    cache.set(callOf(), answerOf('{}'));
    expect(cache.get(callOf({ nowMs: 3_601_001 }))).to.equal(undefined);
  });

  it('makes room by forgetting what was used least recently', () => {
    const cache = new AnswerCache();
    const text = 'x'.repeat(8 * 1024 * 1024);
    const urls = ['a', 'b', 'c', 'd', 'e'].map((id) => `/v1/policies/${id}`);
    for (const url of urls) cache.set(callOf({ url }), answerOf(text));
    const held = urls.filter((url) => cache.get(callOf({ url })) !== undefined);
    expect(held).to.deep.equal(urls.slice(2));
  });

  it('keeps nothing of callers who send long URLs', () => {
    const cache = new AnswerCache();
    const url = `/v1/policies?q=${'x'.repeat(2_048)}`;
    cache.set(callOf({ url }), answerOf('{}'));
    expect(cache.get(callOf({ url }))).to.equal(undefined);
  });
});
