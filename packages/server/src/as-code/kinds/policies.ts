import { canonicalHash, canonicalJson, type Json, sha256Hex } from '@govgate/domain';
import { kept } from '../applied-state.js';
import type { Change } from '../change.js';
import type { Live, Plain, ResourceKind, StepCall } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';

const CONTENT = ['owner', 'description', 'body', 'text', 'text_format', 'tests'];

/** A file that gives the manifest as an object does not care how the same manifest was written in the service. */
const textSatisfied = (wanted: unknown, live: unknown): boolean =>
  wanted === null || canonicalJson(kept(wanted) as Json) === canonicalJson(kept(live) as Json);

/** What a version's status requires: a draft is already there if it was published since, and nobody makes one superseded directly. */
const statusSatisfied = (wanted: unknown, live: unknown): boolean =>
  wanted === 'active' || wanted === 'archived' ? live === wanted : live !== 'archived';

export const policies: ResourceKind = {
  kind: 'policy',
  schema: RESOURCE_SCHEMAS.policy,
  idOf: (record) => `${record.environment_id}/${record.policy_version}`,
  normal: (record) => ({
    ...place(record),
    owner: record.owner,
    description: record.description ?? null,
    body: record.body,
    text: record.text ?? null,
    text_format: record.text_format ?? null,
    tests: record.tests ?? null,
    status: record.status ?? 'draft',
  }),
  async *live(client, { ids, environments }) {
    const { environment_ids } = await client.readIdentity();
    // One created by the plan itself is still empty.
    for (const environment_id of environments.filter((one) => environment_ids.includes(one))) {
      const found = client.listPolicies.items({ environment_id, include: 'body', limit: 200 });
      for await (const { policy_version, owner, description, body, status, etag } of found) {
        const id = `${environment_id}/${policy_version}`;
        if (!ids.has(id)) continue;
        // Lists omit tests, and the text as it was written.
        const version = { policy_version, environment_id };
        const [{ text, text_format }, { tests }] = await Promise.all([
          client.readPolicy({ ...version, include: 'text' }),
          client.readPolicyTests(version),
        ]);
        yield {
          id,
          record: {
            policy_version,
            environment_id,
            owner,
            description,
            body,
            text,
            text_format,
            tests,
            status,
          },
          etag,
          facts: {},
        };
      }
    }
  },
  references: ({ environment_id }) => [
    { kind: 'environment', id: String(environment_id), path: ['environment_id'] },
  ],
  fixed: (live, fields) => {
    if (isFixed(live) && fields.some((field) => CONTENT.includes(field)))
      return 'A published version cannot be changed: give the new content a version of its own.';
    return live.record.status === 'archived' ? 'An archived version stays archived.' : undefined;
  },
  create: (record) => [
    {
      action: 'create',
      operation: 'createPolicy',
      input: {
        environment_id: record.environment_id,
        body: { policy_version: record.policy_version, ...contentOf(record) },
      },
    },
    ...(record.status === 'active' ? [published(record)] : []),
  ],
  update: (record, _, fields) => [
    ...(fields.some((field) => CONTENT.includes(field))
      ? [
          {
            action: 'update' as const,
            operation: 'updatePolicy',
            input: { ...place(record), body: contentOf(record) },
          },
        ]
      : []),
    ...(fields.includes('status') ? [published(record)] : []),
  ],
  remove: (live) => [
    {
      action: 'delete',
      operation: 'archivePolicy',
      input: { ...place(live.record), body: { reason_code: 'gitops' } },
    },
  ],
  rests: (record) => ({ ...record, status: 'archived' }),
  onTheWay: { status: (before, _, live) => before === undefined && live === 'draft' },
  satisfies: { status: statusSatisfied, text: textSatisfied, text_format: textSatisfied },
  together: (changes) => changes.map((change) => archived(change, changes)),
};

const place = ({ policy_version, environment_id }: Plain): Plain => ({ policy_version, environment_id });

const contentOf = ({ owner, description = null, body, text, text_format, tests = null }: Plain): Plain => ({
  owner,
  description,
  ...(typeof text === 'string' ? { text, text_format } : { body }),
  tests,
  source: { source_type: 'gitops' },
  reason_code: 'gitops',
});

const published = (record: Plain): StepCall => ({
  action: 'publish',
  operation: 'publishPolicy',
  input: {
    ...place(record),
    body: { manifest_hash: canonicalHash(record.body as Json, sha256Hex), reason_code: 'gitops' },
  },
});

const isFixed = ({ record }: Live): boolean => record.status !== 'draft';

// The active version can be archived once another replaces it, which changes its state; nothing removes it by itself.
const archived = (change: Change, all: readonly Change[]): Change => {
  if (change.what !== 'change' || change.after !== null || change.before?.status !== 'active') return change;
  const environment = change.before.environment_id;
  const isReplaced = all.some(
    (other) =>
      other.what === 'change' &&
      other.after?.environment_id === environment &&
      other.steps.some(({ action }) => action === 'publish'),
  );
  return isReplaced
    ? { ...change, steps: change.steps.map((step) => ({ ...step, etag: null })) }
    : {
        what: 'left',
        id: change.id,
        note: 'It is no longer in the files. It is active, and nothing replaces it.',
      };
};
