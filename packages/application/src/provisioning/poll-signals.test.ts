import {
  type Job,
  PortUnavailable,
  type SignalClaims,
  type SignalPoll,
  type SignalSource,
  userKind,
} from '@govgate/ports';
import { expect } from 'chai';
import { type Bench, makeBench, TENANT } from '../testing/use-case-bench.js';
import { makePollSignals, type SignalPollReport } from './poll-signals.js';

const GO_ON = { aborted: false };
const JOB: Job = {
  job: 'poll_signals',
  jobId: 'poll_signals',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const DISABLED = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';
const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
const SSO: SignalSource = {
  issuer: 'https://sso.example',
  url: 'https://sso.example/poll',
  tokenFile: 'sso',
};
const OTHER: SignalSource = { ...SSO, issuer: 'https://other.example' };

/** A token that the verifier of these tests takes as it is. */
const setOf = (tokenId: string, claims: Partial<SignalClaims> = {}): string =>
  JSON.stringify({
    issuer: SSO.issuer,
    tokenId,
    subjectId: 'bob',
    tenantId: TENANT,
    eventTypes: [DISABLED],
    ...claims,
  });

/** Keeps each token until it is acknowledged or reported, and every request. */
class Transmitter {
  readonly waiting = new Map<string, unknown>();
  readonly polls: SignalPoll[] = [];
  failsWith: string | undefined;
  retryAfterSeconds = 0;
  /** Runs before a request is answered. */
  before: (polls: number) => Promise<void> = async () => undefined;

  constructor(sets: Readonly<Record<string, unknown>> = {}) {
    for (const [jti, set] of Object.entries(sets)) this.waiting.set(jti, set);
  }

  async poll(poll: SignalPoll) {
    this.polls.push(poll);
    await this.before(this.polls.length);
    const { failsWith: reasonCode, retryAfterSeconds } = this;
    if (reasonCode !== undefined) return { ok: false, reasonCode, retryAfterSeconds } as const;
    for (const jti of [...poll.ack, ...Object.keys(poll.setErrs)]) this.waiting.delete(jti);
    const sets = [...this.waiting].slice(0, poll.maxEvents);
    return {
      ok: true,
      sets: Object.fromEntries(sets),
      moreAvailable: this.waiting.size > sets.length,
    } as const;
  }

  /** What each request asked for, acknowledged and reported. */
  asked(): unknown[] {
    return this.polls.map(({ maxEvents, ack, setErrs }) => [
      maxEvents,
      ack,
      Object.fromEntries(Object.entries(setErrs).map(([jti, { err }]) => [jti, err])),
    ]);
  }
}

interface Polled {
  readonly bench: Bench;
  readonly reports: SignalPollReport[];
  round(stop?: { readonly aborted: boolean }): Promise<void>;
}

const polling = async (
  transmitters: readonly (readonly [SignalSource, Transmitter])[],
  over: Partial<Bench['ports']> = {},
): Promise<Polled> => {
  const bench = await makeBench();
  const reports: SignalPollReport[] = [];
  const run = makePollSignals({
    ...bench.ports,
    signals: { verify: async (token) => (/^\{/.test(token) ? JSON.parse(token) : token) },
    ...over,
    sources: transmitters.map(([source]) => source),
    report: (report) => reports.push(report),
    transmitter: {
      poll: (asked, poll) => {
        const [, transmitter] = transmitters.find(([{ issuer }]) => issuer === asked.issuer) ?? [];
        return (transmitter ?? new Transmitter()).poll(poll);
      },
    },
  });
  return { bench, reports, round: (stop = GO_ON) => run(JOB, stop) };
};

const disabledAt = async ({ bench }: Polled, userId = 'bob'): Promise<string | null | undefined> =>
  (await bench.store.records.get(userKind, { tenantId: TENANT }, userId))?.record.disabledAt;

describe('signals that are polled', () => {
  it('are acted upon and acknowledged with the next request, the last one too', async () => {
    const transmitter = new Transmitter({ a: setOf('a'), b: setOf('b', { eventTypes: [REVOKED] }) });
    const polled = await polling([[SSO, transmitter]]);
    await polled.round();
    expect(transmitter.asked()).to.deep.equal([
      [50, [], {}],
      [0, ['a', 'b'], {}],
    ]);
    expect(await polled.bench.events()).to.deep.equal(['user.disabled', 'user.signed_out']);
    expect(polled.reports).to.deep.equal([{ issuer: SSO.issuer, reasonCode: 'polled' }]);
    await polled.round();
    expect(transmitter.asked().slice(2)).to.deep.equal([[50, [], {}]]);
  });

  it('are not asked for again before their transmitter wants it, and after five minutes at last', async () => {
    const [busy, other] = [new Transmitter(), new Transmitter()];
    const polled = await polling([
      [SSO, busy],
      [OTHER, other],
    ]);
    const roundAfter = async (seconds: number) => {
      polled.bench.clock.advance(seconds * 1_000);
      await polled.round();
      return [busy.polls.length, other.polls.length];
    };
    busy.failsWith = 'rate_limited';
    busy.retryAfterSeconds = 30;
    expect([await roundAfter(0), await roundAfter(29)]).to.deep.equal([
      [1, 1],
      [1, 2],
    ]);
    busy.retryAfterSeconds = 86_400;
    expect([await roundAfter(1), await roundAfter(299), await roundAfter(1)]).to.deep.equal([
      [2, 3],
      [2, 4],
      [3, 5],
    ]);
  });

  it('are acknowledged when they come again, and count once', async () => {
    const transmitter = new Transmitter({ a: setOf('a'), b: setOf('b', { eventTypes: [REVOKED] }) });
    const polled = await polling([[SSO, transmitter]]);
    // Both requests of the first round got there; the acknowledgement did not.
    transmitter.before = async (polls) => {
      transmitter.failsWith = polls === 2 ? 'connection_reset' : undefined;
    };
    await polled.round();
    expect([transmitter.waiting.size, polled.reports[0]?.reasonCode]).to.deep.equal([2, 'connection_reset']);
    await polled.round();
    expect(transmitter.asked().slice(2)).to.deep.equal([
      [50, [], {}],
      [0, ['a', 'b'], {}],
    ]);
    expect(await polled.bench.events()).to.deep.equal(['user.disabled', 'user.signed_out']);
  });

  it('are acknowledged where they say nothing that is acted upon', async () => {
    const transmitter = new Transmitter({
      other: setOf('other', { eventTypes: ['urn:example:other'] }),
      stranger: setOf('stranger', { subjectId: 'nobody-here' }),
    });
    const polled = await polling([[SSO, transmitter]]);
    await polled.round();
    expect(transmitter.asked()[1]).to.deep.equal([0, ['other', 'stranger'], {}]);
    expect(await polled.bench.events()).to.deep.equal([]);
  });

  it('are reported with a registered code where they do not verify, beside those that do', async () => {
    const transmitter = new Transmitter({
      a: 'invalid_request',
      b: 'invalid_key',
      c: 'invalid_audience',
      d: 'invalid_issuer',
      e: setOf('e', { issuer: OTHER.issuer }),
      f: 7,
      g: setOf('g', { subjectId: 'b'.repeat(33_000) }),
      h: setOf('h'),
      ['__proto__']: 'invalid_key',
    });
    const polled = await polling([[SSO, transmitter]]);
    await polled.round();
    expect(transmitter.waiting.size).to.equal(0);
    const { ack, setErrs } = transmitter.polls[1] ?? { ack: [], setErrs: {} };
    expect([ack, Object.entries(setErrs).map(([jti, { err }]) => [jti, err])]).to.deep.equal([
      ['h'],
      [
        ['a', 'invalid_request'],
        ['b', 'invalid_key'],
        ['c', 'invalid_audience'],
        ['d', 'invalid_issuer'],
        ['e', 'invalid_issuer'],
        ['f', 'invalid_request'],
        ['g', 'invalid_request'],
        ['__proto__', 'invalid_key'],
      ],
    ]);
    for (const { description } of Object.values(setErrs)) expect(description).to.match(/^[A-Z][\w ,]+\.$/);
    expect(polled.reports).to.deep.equal([{ issuer: SSO.issuer, reasonCode: 'invalid_key' }]);
  });

  it('are reported where what they want is refused here: the last administrator is not disabled', async () => {
    const transmitter = new Transmitter({ a: setOf('a', { subjectId: 'ada' }) });
    const polled = await polling([[SSO, transmitter]]);
    await polled.bench.grant('ada', 'security_admin');
    await polled.round();
    expect(transmitter.asked()[1]).to.deep.equal([0, [], { a: 'access_denied' }]);
    expect(await disabledAt(polled, 'ada')).to.equal(null);
  });

  it('wait, neither acknowledged nor reported, while the keys of the issuer are not known', async () => {
    const transmitter = new Transmitter({ a: 'unavailable', b: setOf('b') });
    const polled = await polling([[SSO, transmitter]]);
    await polled.round();
    await polled.round();
    expect(transmitter.asked()).to.deep.equal([
      [50, [], {}],
      [0, ['b'], {}],
      [50, [], {}],
    ]);
    expect(polled.reports.map(({ reasonCode }) => reasonCode)).to.deep.equal(['unavailable', 'unavailable']);
    expect([...transmitter.waiting.keys()]).to.deep.equal(['a']);
  });

  it('wait while the store is unavailable, and are acted upon when it is back', async () => {
    const transmitter = new Transmitter({ a: setOf('a'), b: setOf('b', { eventTypes: [REVOKED] }) });
    const fault = new PortUnavailable('store');
    let isDown = true;
    const { ports } = await makeBench();
    const polled = await polling([[SSO, transmitter]], {
      records: ports.records,
      unitOfWork: {
        ...ports.unitOfWork,
        commit: (batch) => (isDown ? Promise.reject(fault) : ports.unitOfWork.commit(batch)),
      },
    });
    await polled.round();
    expect([transmitter.asked(), polled.reports]).to.deep.equal([
      [[50, [], {}]],
      [{ issuer: SSO.issuer, reasonCode: 'unavailable', fault }],
    ]);
    isDown = false;
    await polled.round();
    expect(transmitter.asked()[2]).to.deep.equal([0, ['a', 'b'], {}]);
    const { record } = (await ports.records.get(userKind, { tenantId: TENANT }, 'bob')) ?? {};
    expect(record?.disabledAt).to.not.equal(null);
  });

  it('of a transmitter that fails are polled again in the next round', async () => {
    const transmitter = new Transmitter({ a: setOf('a') });
    const polled = await polling([[SSO, transmitter]]);
    transmitter.failsWith = 'answer_invalid';
    await polled.round();
    expect([transmitter.polls.length, await disabledAt(polled)]).to.deep.equal([1, null]);
    transmitter.failsWith = undefined;
    await polled.round();
    expect(await disabledAt(polled)).to.not.equal(null);
    expect(polled.reports.map(({ reasonCode }) => reasonCode)).to.deep.equal(['answer_invalid', 'polled']);
  });

  it('of one issuer do not wait for a transmitter that does not answer', async () => {
    const [dead, alive] = [new Transmitter(), new Transmitter({ a: setOf('a') })];
    let answer: () => void = () => undefined;
    dead.before = () => new Promise((resolve) => (answer = resolve));
    const polled = await polling([
      [OTHER, dead],
      [SSO, alive],
    ]);
    const acknowledged = new Promise<void>((resolve) => {
      alive.before = async (polls) => void (polls === 2 && resolve());
    });
    const round = polled.round();
    await acknowledged;
    expect([await disabledAt(polled), dead.polls.length]).to.not.include(null);
    answer();
    await round;
  });

  it('are polled while there are more, but not forever, and not more of one answer than was asked for', async () => {
    const sets = Array.from({ length: 120 }, (_, at) => [`n${at}`, setOf(`n${at}`, { eventTypes: [] })]);
    const transmitter = new Transmitter(Object.fromEntries(sets));
    const polled = await polling([[SSO, transmitter]]);
    await polled.round();
    expect(transmitter.polls.map(({ maxEvents, ack }) => [maxEvents, ack.length])).to.deep.equal([
      [50, 0],
      [50, 50],
      [50, 50],
      [0, 20],
    ]);
    const endless = new Transmitter();
    endless.poll = async (poll) => {
      endless.polls.push(poll);
      return { ok: true, sets: Object.fromEntries(sets), moreAvailable: true };
    };
    await (await polling([[SSO, endless]])).round();
    expect(endless.polls.length).to.equal(21);
    expect(new Set(endless.polls.slice(1).map(({ ack }) => ack.length))).to.deep.equal(new Set([50]));
    expect(endless.polls.at(-1)?.maxEvents).to.equal(0);
  });

  it('of a slow transmitter are taken one by one, so that the next round is not late', async () => {
    const transmitter = new Transmitter({
      a: setOf('a', { eventTypes: [] }),
      b: setOf('b', { eventTypes: [] }),
    });
    const polled = await polling([[SSO, transmitter]]);
    transmitter.before = async () => void polled.bench.clock.advance(5_000);
    await polled.round();
    expect(transmitter.asked()).to.deep.equal([
      [50, [], {}],
      [0, ['a'], {}],
    ]);
    await polled.round({ aborted: true });
    expect(transmitter.waiting.size).to.equal(0);
  });
});
