import { setTimeout as delay } from 'node:timers/promises';
import { ADMIN_TOKEN, type Answered, type Call } from '../test-service.js';

const token = ADMIN_TOKEN;
const ENVIRONMENT = 'production';
const IN = `?environment_id=${ENVIRONMENT}`;
const VERSIONS = ['pv_a', 'pv_b'] as const;
type Version = (typeof VERSIONS)[number];

/** Simultaneous races; all of a batch depend on one version, and end with the other one's publish. */
const BATCH = 50;
const SHORT_TTL_MS = 1_000;

const ask = (rule_id: string, ttl_seconds: number) => ({
  rule_id,
  effect: 'require_approval',
  subjects: {},
  targets: { server_ids: ['srv'] },
  approval: { approver_role: 'security_admin', ttl_seconds },
  reason_code: 'ask',
});

const manifest = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [ask('long', 600), ask('short', SHORT_TTL_MS / 1000)],
};

const MOST_RETRIES = 20;

/** Makes both versions, and lets the first one count. */
export const prepareRaces = async (call: Call): Promise<void> => {
  for (const policy_version of VERSIONS) {
    const body = { policy_version, owner: { user_id: 'ada', team: 'risk' }, body: manifest };
    must(await call(`/v1/policies${IN}`, { token, body }), 201);
  }
  await publish(call, VERSIONS[0]);
};

interface Race {
  readonly approvalId: string;
  readonly sessionId: string;
  readonly digest: string;
  readonly requestedAt: number;
}

/** How races of approvals are run. */
export interface RacePlan {
  readonly races: number;
  readonly atATime?: number | undefined;
  /** Whether every intended outcome has occurred; until then they continue, for a while. */
  readonly isEveryEndSeen: () => Promise<boolean>;
}

// Who wins is chance: a few dozen races may all be won by the same side.
const AT_MOST_TIMES = 10;

/** Runs this many races of approve, deny, use, withdraw and expiry against two processes, and returns the ids of their approvals. */
export const raceApprovals = async (
  calls: readonly [Call, Call],
  { races, atATime = BATCH, isEveryEndSeen }: RacePlan,
): Promise<string[]> => {
  const ids: string[] = [];
  const isEnough = async (): Promise<boolean> =>
    ids.length >= races * AT_MOST_TIMES || (ids.length >= races && (await isEveryEndSeen()));
  for (let batch = 0; !(await isEnough()); batch += 1) {
    const [before, after] = batch % 2 === 0 ? VERSIONS : [VERSIONS[1], VERSIONS[0]];
    const made = await Promise.all(
      Array.from({ length: atATime }, (_, i) => begin(calls, before, `${batch}_${i}`, i)),
    );
    await Promise.all([
      ...made.map((race, i) => run(calls, race, i)),
      delay(Math.random() * 100).then(() => publish(calls[batch % 2] as Call, after)),
    ]);
    ids.push(...made.map(({ approvalId }) => approvalId));
  }
  return ids;
};

// Who asks may not decide, so the gateway is somebody else than the administrator.
let gatewayToken = '';

/** Names the requesting gateway. */
export const asGateway = (other: string): void => {
  gatewayToken = other;
};

interface TrailEvent {
  readonly event_type: string;
  readonly outcome: string;
  readonly resource: { readonly resource_id: string };
}

/** What the trail says about each approval, in order; only successes. */
export const lifeOfApprovals = async (call: Call): Promise<ReadonlyMap<string, readonly string[]>> => {
  const answer = await call('/v1/audit/export', { token });
  const lives = new Map<string, string[]>();
  for (const line of answer.text.trim().split('\n')) {
    const event = JSON.parse(line) as TrailEvent;
    if (event.outcome !== 'success' || !event.event_type?.startsWith('approval.')) continue;
    const id = event.resource.resource_id;
    lives.set(id, [...(lives.get(id) ?? []), event.event_type.slice('approval.'.length)]);
  }
  return lives;
};

/** Every life that an approval can have. Anything else in the trail is a broken promise. */
export const SOUND_LIVES: ReadonlySet<string> = new Set(
  [
    'requested',
    'requested approved',
    'requested denied',
    'requested withdrawn',
    'requested expired',
    'requested approved used',
    'requested approved withdrawn',
    'requested approved expired',
  ].values(),
);

// In a storm of writers of several processes a caller may be asked to try again, though the change may have been made.
const retried = async (send: () => Promise<Answered>): Promise<Answered> => {
  let answer = await send();
  for (let again = 0; again < MOST_RETRIES && isToTryAgain(answer); again += 1) answer = await send();
  return answer;
};

const isToTryAgain = ({ json }: Answered): boolean =>
  json?.reasonCode === 'conflict' || json?.reasonCode === 'store_unavailable';

const must = (answer: Answered, ...statuses: number[]): Answered => {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};

const publish = async (call: Call, version: Version): Promise<Answered> => {
  const { manifest_hash } = (await call(`/v1/policies/${version}${IN}`, { token })).json;
  const body = { manifest_hash, reason_code: 'race' };
  return must(await retried(() => call(`/v1/policies/${version}/publish${IN}`, { token, body })), 200);
};

const begin = async (
  calls: readonly [Call, Call],
  policy_version: Version,
  name: string,
  i: number,
): Promise<Race> => {
  const call = calls[i % 2] as Call;
  const sessionId = `cs_${name}`;
  const session = { user_id: 'bob', state: 'active' };
  must(
    await retried(() => call(`/v1/sessions/${sessionId}${IN}`, { method: 'PUT', token, body: session })),
    200,
    201,
  );
  const requestedAt = Date.now();
  const body = {
    client_session_id: sessionId,
    server_id: 'srv',
    tool_id: 'erase',
    policy_version,
    rule_id: isShort(i) ? 'short' : 'long',
  };
  const { json } = must(
    await retried(() => call(`/v1/approvals${IN}`, { token: gatewayToken, body })),
    200,
    201,
  );
  return { approvalId: json.approval_id, sessionId, digest: json.call_digest, requestedAt };
};

const isShort = (i: number): boolean => i % 5 === 4;

// Of each batch a fifth is about each: two uses, the session's end, a denial, the publish, the time.
const run = async (calls: readonly [Call, Call], race: Race, i: number): Promise<void> => {
  const { approvalId, sessionId, digest, requestedAt } = race;
  const at = (verb: string) => `/v1/approvals/${approvalId}/${verb}${IN}`;
  const decide = (call: Call, verb: 'approve' | 'deny') =>
    retried(() => call(at(verb), { token, body: { reason_code: 'race' } }));
  const use = (call: Call) =>
    retried(() => call(at('use'), { token: gatewayToken, body: { call_digest: digest } }));
  const [a, b] = i % 2 === 0 ? calls : ([calls[1], calls[0]] as const);
  if (i % 5 !== 2) await decide(a, 'approve');
  if (isShort(i)) await delay(Math.max(0, requestedAt + SHORT_TTL_MS - Date.now() - Math.random() * 40));
  const end = (): Promise<Answered> =>
    retried(() => b(`/v1/sessions/${sessionId}/terminate${IN}`, { token, body: { reason_code: 'race' } }));
  const uses = [() => use(a), () => use(b), () => use(a)];
  // A server that does one thing at a time takes them in their order, so that whoever is always last always loses.
  const isEndedFirst = Math.random() < 0.5;
  const ends = i % 5 !== 1 ? uses : isEndedFirst ? [end, ...uses] : [...uses, end];
  if (i % 5 === 2)
    ends.push(
      () => decide(b, 'approve'),
      () => decide(a, 'deny'),
      () => use(b),
    );
  const answers = await Promise.all(ends.map((send) => send()));
  for (const answer of answers) must(answer, 200, 409);
};
