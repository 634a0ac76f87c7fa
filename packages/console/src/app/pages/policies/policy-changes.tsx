import type { PolicyVersion } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import type { Field } from '../../parts/fields.js';
import { teamField } from '../../parts/make-fields.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import { verb } from '../../parts/verb.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';
import { PublishConsequence } from './publish-consequence.js';

const t = texts.policies;
const LONGEST = 256 * 1024;

/** Changes of a version. Publishing a superseded version again is a rollback. */
export const policyChanges = ({ status, validation }: PolicyVersion): Change<PolicyVersion>[] => [
  {
    action: 'publish',
    label: status === 'superseded' ? t.rollBack : t.publish,
    says: t.publishSays,
    Consequence: PublishConsequence,
    fields: () => reasonFields(['release', 'rollback', 'incident_response']),
    send: ({ client, record: { policy_version, manifest_hash }, values, options }) =>
      client.publishPolicy({ policy_version, body: { manifest_hash, ...reasonBody(values) } }, options),
  },
  {
    action: 'validate',
    label: validation.status === 'not_validated' ? t.validate : t.validateAgain,
    says: t.validateSays,
    fields: () => [],
    send: ({ client, record: { policy_version }, options }) =>
      client.validatePolicy({ policy_version, body: {} }, options),
  },
  {
    action: 'update',
    label: t.edit,
    says: t.editSays,
    fields: (policy) => [
      describing(policy.description ?? ''),
      ...manifestFields(JSON.stringify(policy.body, null, 2)),
    ],
    send: ({ client, record: { policy_version, owner }, values: { description, text = '' }, options }) =>
      client.updatePolicy(
        {
          policy_version,
          body: { owner, description: description || null, text, text_format: formatOf(text) },
        },
        options as typeof options & { ifMatch: object },
      ),
  },
  verb({
    action: 'archive',
    label: t.archive,
    says: t.archiveSays,
    isGrave: true,
    send: ({ client, record: { policy_version }, body, options }) =>
      client.archivePolicy({ policy_version, body }, options),
  }),
];

/** A draft that initially allows nothing. */
export const newDraft = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.newDraft,
  says: t.newDraftSays,
  fields: () => [
    { name: 'policy_version', label: t.version, kind: 'text', isRequired: true },
    teamField(api, 'policy.write'),
    describing(''),
    ...manifestFields(EMPTY),
  ],
  send: ({ client, values: { policy_version = '', team = '', description, text = '' }, options }) =>
    client.createPolicy(
      {
        body: {
          policy_version,
          owner: { user_id: api.me.actor_id, team },
          source: { source_type: 'console' },
          description: description || null,
          text,
          text_format: formatOf(text),
        },
      },
      options,
    ),
});

const EMPTY = `{
  "manifest_version": "1.0",
  "default_effect": "deny",
  "rules": []
}
`;

const describing = (initial: string): Field => ({
  name: 'description',
  label: t.description,
  kind: 'long',
  initial,
});

const manifestFields = (initial: string): Field[] => [
  {
    name: 'text',
    label: t.manifest,
    kind: 'code',
    initial,
    isRequired: true,
    maxLength: LONGEST,
    hint: t.manifestHint,
  },
];

// A manifest is an object: in JSON it begins with a brace, and nobody has to say so.
const formatOf = (text: string): 'json' | 'yaml' => (text.trimStart().startsWith('{') ? 'json' : 'yaml');
