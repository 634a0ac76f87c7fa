import type { ListedPolicy } from '@govgate/client';
import { unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { type RecordDef, RecordPage } from '../../parts/record-page.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { PolicyChangesParts } from './changes/policy-changes-page.js';
import { PolicyEditor } from './editor/policy-editor.js';
import { newDraft, policyChanges, type ReadPolicy } from './policy-changes.js';
import { PolicyParts } from './policy-parts.js';

const t = texts.policies;

const record: RecordDef<ReadPolicy> = {
  read: (client, id, options) => client.readPolicy({ policy_version: id, include: 'text' }, options),
  titleOf: (one) => one.policy_version,
  facts: (one) => [
    [t.status, <Badge of={one.status} />],
    [t.description, <Text of={one.description} />],
    [t.hash, <Code of={one.manifest_hash} />],
    [t.owner, <Code of={`${one.owner.user_id}, ${one.owner.team}`} />],
    [t.source, <Code of={[one.source.source_type, one.source.source_ref].filter(Boolean).join(' ')} />],
    [t.published, <Moment of={one.version_state.last_published_at} />],
    [t.publishedBy, <Code of={one.version_state.last_published_by} />],
    [t.previous, <Code of={one.version_state.previous_policy_version} />],
    [t.usedBy, <Code of={[...new Set(one.usage_refs.map(({ server_id }) => server_id))].join(', ')} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: policyChanges,
  Below: PolicyParts,
};

/** A version's page of what it changes: with its verbs, and what was found in it left to its own page. */
const changed: RecordDef<ReadPolicy> = {
  ...record,
  titleOf: (one) => t.changesOf(one.policy_version),
  facts: () => [],
  hasEvents: false,
  Below: PolicyChangesParts,
};

const ChangesPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    def={changed}
    id={id}
    above={[
      [t.title, 'policies'],
      [id, `policies/${encodeURIComponent(id)}`],
    ]}
  />
);

/** The versions of an environment's policy: their content, what they would change, and which one is active. */
export const policies = listAndRecord<ListedPolicy, ReadPolicy>({
  list: {
    title: t.title,
    path: 'policies',
    needsPage: () => true,
    filters: [{ name: 'status', label: t.status, values: ['draft', 'active', 'superseded', 'archived'] }],
    columns: [
      { head: t.version, cell: (one) => <Code of={one.policy_version} /> },
      { head: t.status, cell: (one) => <Badge of={one.status} /> },
      { head: t.description, cell: (one) => <Text of={one.description} /> },
      { head: t.validation, cell: (one) => <Badge of={one.validation.status} /> },
      { head: t.owner, cell: (one) => <Code of={one.owner.team} /> },
      { head: t.published, cell: (one) => <Moment of={one.version_state.last_published_at} /> },
    ],
    idOf: (one) => one.policy_version,
    ask: async (client, query, options) => pageOf(await client.listPolicies(unchecked(query), options)),
    whenEmpty: t.whenEmpty,
    creates: (api) => makes(api, 'policy.write', newDraft(api)),
  },
  record: { ...record, pages: { edit: PolicyEditor, changes: ChangesPage } },
});
