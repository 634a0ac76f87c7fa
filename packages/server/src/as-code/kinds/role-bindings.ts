import type { Live, Plain, Reference, ResourceKind, StepCall } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';

const SCOPE_FIELDS = ['scope_type', 'environment_id', 'owner_team', 'resource_type', 'resource_id'] as const;

const scopeOf = (scope: unknown): Plain =>
  Object.fromEntries(SCOPE_FIELDS.map((field) => [field, (scope as Plain)[field] ?? null]));

const normal = ({ role, subject, scope, not_before = null, expires_at = null }: Plain): Plain => ({
  role,
  subject,
  scope: scopeOf(scope),
  not_before: momentOf(not_before),
  expires_at: momentOf(expires_at),
});

// In the service's spelling, so that `12:00:00Z` is no change.
const momentOf = (moment: unknown): string | null =>
  typeof moment === 'string' ? new Date(moment).toISOString() : null;

/** The service names bindings itself; files identify them by who has which role where. */
const idOf = ({ role, subject, scope }: Plain): string => {
  const { subject_type, subject_id } = subject as Plain;
  const place = Object.values(scopeOf(scope)).filter((part) => part !== null);
  return `${role} ${subject_type}:${subject_id} ${place.join(':')}`;
};

export const roleBindings: ResourceKind = {
  kind: 'role_binding',
  schema: RESOURCE_SCHEMAS.role_binding,
  idOf,
  normal,
  async *live(client) {
    for await (const binding of client.listRoleBindings.items({ limit: 200 })) {
      if (binding.status !== 'active' && binding.status !== 'scheduled') continue;
      const { binding_id, etag } = binding;
      yield { id: idOf(binding), record: normal(binding), etag, facts: { binding_id } };
    }
  },
  references: ({ subject, scope }) => {
    const { subject_type, subject_id } = subject as Plain;
    const { environment_id } = scope as Plain;
    return [
      {
        kind: subject_type as Reference['kind'],
        id: String(subject_id),
        path: ['subject', 'subject_id'],
      },
      ...(typeof environment_id === 'string'
        ? [{ kind: 'environment' as const, id: environment_id, path: ['scope', 'environment_id'] }]
        : []),
    ];
  },
  fixed: () => undefined,
  create: (record) => [granted(record)],
  // Only its time can differ: the rest identifies a binding. The service changes no binding, and accepts no second one beside it.
  update: (record, live) => [taken(live), granted(record)],
  replaces: true,
  hasEnded: ({ expires_at }, now) => typeof expires_at === 'string' && Date.parse(expires_at) <= now,
  remove: (live) => [taken(live)],
};

const granted = (record: Plain): StepCall => {
  const { not_before, expires_at, ...rest } = normal(record);
  const window = Object.entries({ not_before, expires_at }).filter(([, moment]) => moment !== null);
  const body = { ...rest, ...Object.fromEntries(window), reason_code: 'gitops' };
  return { action: 'create', operation: 'createRoleBinding', input: { body } };
};

const taken = ({ facts }: Live): StepCall => ({
  action: 'delete',
  operation: 'disableRoleBinding',
  input: { binding_id: facts.binding_id, body: { reason_code: 'gitops' } },
});
