import { REASONS } from '@govgate/domain';
import type {
  JobHandler,
  SignalErrorCode,
  SignalPoll,
  SignalSource,
  SignalTransmitter,
  StopSignal,
} from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { identityProvider } from '../identity/operator.js';
import { MAX_TOKEN } from '../identity/refuse-token.js';
import { type SignalDeps, takeSignal } from './receive-signal.js';

/** How polling an issuer went. */
export interface SignalPollReport {
  readonly issuer: string;
  /** `polled`, or what is wrong with the transmitter, with one of its tokens, or here (`unavailable`). */
  readonly reasonCode: string;
  /** What was thrown while a token was taken. */
  readonly fault?: unknown;
}

/** Whom to poll, and who hears of it. */
export interface SignalPolling {
  readonly sources: readonly SignalSource[];
  readonly report: (report: SignalPollReport) => void;
}

type Deps = SignalDeps & SignalPolling & { readonly transmitter: SignalTransmitter };

/** Tokens of one answer. */
const MOST_SETS = 50;
/** Requests of a round, and how long it goes on with further tokens: the next one is due then. */
const MOST_POLLS = 20;
const ROUND_MS = 5_000;
/** A transmitter is left alone as long as it asks, but no longer: what waits there may end sessions. */
const LONGEST_PAUSE_SECONDS = 300;

/**
 * Polls the transmitters of all issuers at once (RFC 8936). What is committed, or needs nothing, is acknowledged by the next request; what
 * cannot be decided now is not mentioned, so that it comes again. Nothing is remembered in between but which transmitter wants to be left
 * alone: whatever was taken before is acknowledged without effect.
 */
export const makePollSignals = (deps: Deps): JobHandler['run'] => {
  const pausedUntilMs = new Map<string, number>();
  return async (_, stop) => {
    const startedAt = deps.clock.epochMs();
    const round: StopSignal = {
      get aborted() {
        return stop.aborted || deps.clock.epochMs() - startedAt >= ROUND_MS;
      },
    };
    const due = deps.sources.filter(({ issuer }) => (pausedUntilMs.get(issuer) ?? 0) <= startedAt);
    await Promise.all(
      due.map(async (source) => {
        const { pauseSeconds, ...report } = await pollSource(deps, source, round);
        pausedUntilMs.set(source.issuer, deps.clock.epochMs() + pauseSeconds * 1_000);
        deps.report(report);
      }),
    );
  };
};

type Polled = SignalPollReport & { readonly pauseSeconds: number };

const pollSource = async (deps: Deps, source: SignalSource, round: StopSignal): Promise<Polled> => {
  let report: Polled = { issuer: source.issuer, reasonCode: 'polled', pauseSeconds: 0 };
  let settled: Settled = { ack: [], setErrs: {} };
  let maxEvents = MOST_SETS;
  for (let polls = 1; ; polls += 1) {
    const answer = await deps.transmitter.poll(source, { ...settled, maxEvents });
    if (!answer.ok) {
      const pauseSeconds = Math.min(answer.retryAfterSeconds ?? 0, LONGEST_PAUSE_SECONDS);
      return { ...report, reasonCode: answer.reasonCode, pauseSeconds };
    }
    // The last request only acknowledged.
    if (maxEvents === 0) return report;
    const taken = await takeSets(deps, source, { sets: answer.sets, round });
    report = { ...report, ...taken.trouble };
    settled = taken.settled;
    if (settled.ack.length + Object.keys(settled.setErrs).length === 0) return report;
    if (!answer.moreAvailable || polls >= MOST_POLLS || round.aborted) maxEvents = 0;
  }
};

type Settled = Omit<SignalPoll, 'maxEvents'>;
type Trouble = Partial<Omit<SignalPollReport, 'issuer'>>;

// One token at least, or a transmitter that takes a whole round to answer would never be rid of any.
const takeSets = async (
  deps: Deps,
  source: SignalSource,
  { sets, round }: { readonly sets: Readonly<Record<string, unknown>>; readonly round: StopSignal },
): Promise<{ readonly settled: Settled; readonly trouble: Trouble }> => {
  const ack: string[] = [];
  const errors: [jti: string, error: SignalPoll['setErrs'][string]][] = [];
  let trouble: Trouble = {};
  for (const [jti, set] of Object.entries(sets).slice(0, MOST_SETS)) {
    const end = await takeSet(deps, source, set).catch((fault: unknown) => {
      trouble = { fault };
      return 'unavailable' as const;
    });
    if (end === 'taken') ack.push(jti);
    else trouble = { ...trouble, reasonCode: end };
    if (end !== 'taken' && end !== 'unavailable')
      errors.push([jti, { err: end, description: DESCRIPTIONS[end] }]);
    if (round.aborted) break;
  }
  return { settled: { ack, setErrs: Object.fromEntries(errors) }, trouble };
};

const DESCRIPTIONS: Readonly<Record<SignalErrorCode, string>> = {
  invalid_request: 'It is not a valid Security Event Token, or too old.',
  invalid_key: 'Its signature cannot be verified with the keys of the issuer.',
  invalid_issuer: 'Its issuer is not the one that is polled here.',
  invalid_audience: 'It is meant for another receiver.',
  access_denied: 'What it wants is not allowed here.',
};

const takeSet = async (
  deps: Deps,
  { issuer }: SignalSource,
  set: unknown,
): Promise<'taken' | 'unavailable' | SignalErrorCode> => {
  if (typeof set !== 'string' || set.length > MAX_TOKEN) return 'invalid_request';
  const claims = (await deps.signals?.verify(set, 'polled')) ?? 'unavailable';
  if (claims === 'of_no_user') return 'taken';
  if (typeof claims === 'string') return claims;
  if (claims.issuer !== issuer) return 'invalid_issuer';
  const done = await takeSignal(deps, contextOf(deps), claims);
  if (done.ok) return 'taken';
  return REASONS[done.refusal.reasonCode].retryable ? 'unavailable' : 'access_denied';
};

/** A call of nobody with a grant, as where a token is pushed. */
const contextOf = ({ ids }: Pick<Ports, 'ids'>): CallContext => {
  const { principal } = identityProvider({ tenantId: '', environments: [] });
  return { principal: { ...principal, grants: [] }, requestId: ids.mint('request'), correlationId: null };
};
