import { type GovgateClient, GovgateError } from '@govgate/client';
import { comparingPolicies, type ManifestBody } from '@govgate/domain';
import { validManifest } from '@govgate/domain/internal';
import { keyOf, type Plan, type PlannedChange } from './make-plan.js';
import { referenceWarnings } from './plan-warnings.js';
import type { Plain } from './resource.js';

/** Limit of role bindings and accounts whose effects are queried: each costs a call. */
const MOST_PREVIEWED = 20;

/** The further effects of changes, in words, by change. */
export const effectsOf = async (
  client: GovgateClient,
  plan: Plan,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const effects = new Map<string, readonly string[]>();
  let previewed = 0;
  for (const change of plan.changes) {
    const find = FINDERS[change.kind];
    if (find === undefined) continue;
    if (change.kind !== 'policy') previewed += 1;
    const words =
      previewed > MOST_PREVIEWED
        ? ['impact not computed: too many changes']
        : await tolerant(find)(client, change, plan);
    if (words.length > 0) effects.set(keyOf(change), words);
  }
  return effects;
};

// Permission to change something does not include reading everything it affects.
const tolerant =
  (find: Find): Find =>
  async (client, change, plan) => {
    try {
      return await find(client, change, plan);
    } catch (fault) {
      if (!(fault instanceof GovgateError) || fault.status !== 403) throw fault;
      return [`impact unknown: ${fault.permission ?? fault.reasonCode}`];
    }
  };

type Find = (client: GovgateClient, change: PlannedChange, plan: Plan) => Promise<readonly string[]>;

const granted: Find = async (client, { after, steps }) => {
  const body = steps.find(({ operation }) => operation === 'createRoleBinding')?.input.body;
  if (after === null || body === undefined) return [];
  if (steps.length > 1)
    return ['is revoked and granted anew: for a moment nobody holds it through this binding'];
  const preview = await client.previewRoleBinding({ body: body as never });
  const { newly_effective: gains, affected_user_count: users, findings } = preview;
  return [
    `${users} ${users === 1 ? 'user gains' : 'users gain'} ${gains.length} ${gains.length === 1 ? 'permission' : 'permissions'}`,
    ...findings
      // Resources created by the same plan do not exist yet.
      .filter(({ reason_code }) => reason_code !== 'subject_not_found' && reason_code !== 'scope_not_found')
      .map(({ severity, reason_code }) => `${severity}: ${reason_code}`),
  ];
};

const disabled: Find = async (client, { kind, id, steps }) => {
  if (kind !== 'user' || !steps.some(({ operation }) => operation === 'disableUser')) return [];
  const { environment_ids } = await client.readIdentity();
  let sessions = 0;
  for (const environment_id of environment_ids)
    for await (const session of client.listSessions.items({ environment_id, user_id: id, limit: 200 }))
      if (session.state !== 'terminated' && session.state !== 'expired') sessions += 1;
  return [`ends ${sessions} ${sessions === 1 ? 'session' : 'sessions'}, and revokes all tokens`];
};

const SUBJECTS: Readonly<Record<string, { readonly field: string; readonly made: string }>> = {
  agent: { field: 'agent_id', made: 'counts once another person has reviewed it' },
  client_surface: { field: 'client_surface_id', made: 'counts once somebody has approved it' },
};

/** A new client waits for its review; a removed one ends its sessions. */
const clientMoved: Find = async (client, { kind, before, after }) => {
  const { field, made } = SUBJECTS[kind] ?? {};
  if (field === undefined) return [];
  if (before === null) return [String(made)];
  if (after !== null) return [];
  const id = String(before.agent_id ?? before.clientSurfaceId);
  const { environment_ids } = await client.readIdentity();
  let sessions = 0;
  for (const environment_id of environment_ids)
    for await (const session of client.listSessions.items({ environment_id, [field]: id, limit: 200 }))
      if (session.state !== 'terminated' && session.state !== 'expired') sessions += 1;
  return [`ends ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`];
};

const published: Find = async (client, { after, steps }) => {
  if (after === null || !steps.some(({ action }) => action === 'publish')) return [];
  const environment_id = String(after.environment_id);
  const { items } = await client.listPolicies({ environment_id, status: 'active', include: 'body' });
  const [active] = items;
  if (active?.body === undefined) return ['is the first active policy of the environment'];
  return [`replaces ${active.policy_version}`, ...comparisonLines(active.body, after.body as Plain)];
};

const policyChanged: Find = async (client, change, plan) => [
  ...(await tolerant(published)(client, change, plan)),
  ...(change.after === null ? [] : await referenceWarnings(client, plan, change.after)),
];

const comparisonLines = (before: Plain, after: Plain): readonly string[] => {
  const steps = comparingPolicies(
    validManifest(before as ManifestBody),
    validManifest(after as ManifestBody),
  );
  for (let step = steps.next(); ; step = steps.next()) {
    if (!step.done) continue;
    const { changes, undecided } = step.value;
    const lines = changes.map(
      ({ class: what, ruleIds }) => `${what}: ${ruleIds.join(', ') || 'the default'}`,
    );
    return [...new Set(lines), ...(undecided.length === 0 ? [] : [`undecided: ${undecided.length}`])];
  }
};

const FINDERS: Readonly<Record<string, Find>> = {
  agent: clientMoved,
  client_surface: clientMoved,
  policy: policyChanged,
  role_binding: granted,
  user: disabled,
};
