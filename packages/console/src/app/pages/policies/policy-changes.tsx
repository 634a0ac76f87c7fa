import type { GovgateClient, ListedPolicy } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import type { Field } from '../../parts/fields.js';
import { teamField } from '../../parts/make-fields.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import { verb } from '../../parts/verb.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';
import { PublishConsequence } from './publish-consequence.js';

const t = texts.policies;

/** A version with the text that it was written as. */
export type ReadPolicy = Awaited<ReturnType<GovgateClient['readPolicy']>>;

/** A draft as it was saved, checked where the caller may. */
export type SavedPolicy = ReadPolicy & Partial<Awaited<ReturnType<GovgateClient['validatePolicy']>>>;

/** Publishing a version; of a superseded one it is a rollback. */
export const publishing = ({ status }: ListedPolicy): Change<ListedPolicy> => ({
  action: 'publish',
  label: status === 'superseded' ? t.rollBack : t.publish,
  says: t.publishSays,
  Consequence: PublishConsequence,
  fields: () => reasonFields(['release', 'rollback', 'incident_response']),
  send: ({ client, record: { policy_version, manifest_hash }, values, options }) =>
    client.publishPolicy({ policy_version, body: { manifest_hash, ...reasonBody(values) } }, options),
});

/** Changes of a version. */
export const policyChanges = (policy: ReadPolicy): Change<ReadPolicy>[] => [
  publishing(policy),
  {
    action: 'validate',
    label: policy.validation.status === 'not_validated' ? t.validate : t.validateAgain,
    says: t.validateSays,
    fields: () => [],
    send: ({ client, record: { policy_version }, options }) =>
      client.validatePolicy({ policy_version, body: {} }, options),
  },
  editDraft,
  verb({
    action: 'archive',
    label: t.archive,
    says: t.archiveSays,
    isGrave: true,
    send: ({ client, record: { policy_version }, body, options }) =>
      client.archivePolicy({ policy_version, body }, options),
  }),
];

/** The edit of a draft, made on a page of its own. What is saved is checked at once, where the caller may. */
export const editDraft: Change<ReadPolicy> = {
  action: 'update',
  label: t.edit,
  says: t.editSays,
  at: ({ policy_version }) => `policies/${encodeURIComponent(policy_version)}/edit`,
  fields: (policy) => [
    describing(policy.description ?? ''),
    { name: 'text', label: t.manifest, kind: 'long', initial: writtenText(policy), isRequired: true },
  ],
  send: async ({ client, record, values: { description, text = '' }, options }): Promise<SavedPolicy> => {
    const { policy_version, owner, permissions } = record;
    const text_format = formatOf(text);
    const body = { owner, description: description || null, text, text_format };
    const updated = await client.updatePolicy(
      { policy_version, body },
      options as typeof options & { ifMatch: object },
    );
    const saved = permissions.allowed_actions.includes('validate')
      ? await client.validatePolicy(
          { policy_version, body: {} },
          { ifMatch: updated, correlationId: options.correlationId },
        )
      : updated;
    // The same object: the client knows its version by it.
    return Object.assign(saved, { text, text_format });
  },
};

/** A draft that initially allows nothing. */
export const newDraft = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.newDraft,
  says: t.newDraftSays,
  fields: () => [
    { name: 'policy_version', label: t.version, kind: 'text', isRequired: true },
    teamField(api, 'policy.write'),
    describing(''),
  ],
  send: ({ client, values: { policy_version = '', team = '', description }, options }) =>
    client.createPolicy(
      {
        body: {
          policy_version,
          owner: { user_id: api.me.actor_id, team },
          source: { source_type: 'console' },
          description: description || null,
          text: EMPTY,
          text_format: 'yaml',
        },
      },
      options,
    ),
});

const EMPTY = `# What this policy is for, and why its rules are as they are.
manifest_version: "1.0"
default_effect: deny
rules: []
`;

/** The field of a version's description. */
export const describing = (initial: string): Field => ({
  name: 'description',
  label: t.description,
  kind: 'long',
  initial,
});

/** The text of a version; one that was sent as an object has none, and is shown as JSON. */
export const writtenText = ({ text, body }: ReadPolicy): string => text ?? JSON.stringify(body, null, 2);

/** A manifest is an object: in JSON it begins with a brace, and nobody has to say so. */
export const formatOf = (text: string): 'json' | 'yaml' =>
  text.trimStart().startsWith('{') ? 'json' : 'yaml';
