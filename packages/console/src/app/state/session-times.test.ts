import { expect } from 'chai';
import { type SignInFacts, sessionTimes } from './session-times.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a sign-in', () => {
  const facts: SignInFacts = {
    since: HOUR,
    hours: 12,
    tokenSince: 2 * HOUR,
    tokenEnds: 2 * HOUR + 5 * MINUTE,
    renews: true,
  };

  const cases: readonly [title: string, over: Partial<SignInFacts>, times: object][] = [
    [
      'is renewed shortly before its token expires, until the limit of the environment',
      {},
      { renewAt: 2 * HOUR + 4.5 * MINUTE, limit: 13 * HOUR, endsAt: 13 * HOUR },
    ],
    [
      'is renewed halfway where its token lasts less than a minute',
      { tokenEnds: 2 * HOUR + 20_000 },
      { renewAt: 2 * HOUR + 10_000, limit: 13 * HOUR, endsAt: 13 * HOUR },
    ],
    [
      'ends with a token that nothing renews',
      { renews: false },
      { renewAt: undefined, limit: 13 * HOUR, endsAt: 2 * HOUR + 5 * MINUTE },
    ],
    [
      'ends at the limit although its token lasts longer, or never expires',
      { renews: false, tokenEnds: 99 * HOUR },
      { renewAt: undefined, limit: 13 * HOUR, endsAt: 13 * HOUR },
    ],
    [
      'ends at the limit where its token never expires',
      { tokenEnds: null },
      { renewAt: undefined, limit: 13 * HOUR, endsAt: 13 * HOUR },
    ],
  ];
  for (const [title, over, times] of cases)
    it(title, () => {
      expect(sessionTimes({ ...facts, ...over })).to.deep.equal(times);
    });
});
