import type { ApproveSubmission, GovgateClient, Submission } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import type { Change } from '../../parts/change-buttons.js';
import type { Field, Values } from '../../parts/fields.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { Definitions } from './definitions.js';
import { whatChanges } from './what-changes.js';

const t = texts.servers;

/** A server's submission: what it would change, and its review. */
export const submissionRecord = (serverId: string): RecordDef<Submission> => ({
  read: (client, id, options) =>
    client.readMcpSubmission({ server_id: serverId, submission_id: id }, options),
  titleOf: ({ manifest, summary }) => `${manifest.name} ${summary.version}`,
  facts: ({ summary, manifest }, { href }) => [
    [
      t.server,
      <a href={href(`mcp-servers/${encodeURIComponent(serverId)}`)}>
        <Code of={serverId} />
      </a>,
    ],
    [t.status, <Badge of={summary.status} />],
    [t.registration, <Badge of={manifest.registration_status} />],
    [t.hash, <Code of={summary.manifest_hash} />],
    [t.risk, <Badge of={summary.max_tool_risk_tier} />],
    [t.team, <Code of={manifest.owner.team} />],
    [t.endpoint, <Code of={manifest.endpoint} />],
    [t.submittedBy, <Code of={summary.submitted_by} />],
    [t.submittedAt, <Moment of={summary.submitted_at} />],
    [t.reviewedBy, <Code of={summary.reviewed_by} />],
    [t.reviewReason, <Text of={summary.review_reason} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => reviewOf(serverId),
  hasEvents: false,
  Below: ({ record }) => <Definitions serverId={serverId} submission={record} />,
});

const reviewOf = (serverId: string): readonly Change<Submission>[] => {
  const at = ({ summary: { submission_id } }: Submission) => ({ server_id: serverId, submission_id });
  return [
    approve(at),
    { ...approveAll(at), together: (record, { client }) => asBefore(client, serverId, record) },
    verb({
      action: 'reject',
      label: texts.reject,
      says: t.rejectSays,
      isGrave: true,
      codes: ['too_broad', 'unclear_description', 'not_trusted'],
      send: ({ client, record, body, options }) =>
        client.rejectMcpSubmission({ ...at(record), body }, options),
    }),
    verb({
      action: 'withdraw',
      label: t.withdraw,
      says: t.withdrawSays,
      isGrave: true,
      send: ({ client, record, body, options }) =>
        client.withdrawMcpSubmission({ ...at(record), body }, options),
    }),
  ];
};

type At = (record: Submission) => { readonly server_id: string; readonly submission_id: string };

const approve = (at: At): Change<Submission> => ({
  action: 'approve',
  label: texts.approve,
  says: t.approveSays,
  Consequence: ({ record }) => (
    <p>
      {t.hash} <Code of={record.summary.manifest_hash} />
    </p>
  ),
  fields: (one) => [...toolFields(one), ...reasonFields(['reviewed'])],
  send: ({ client, record, values, options }) =>
    client.approveMcpSubmission({ ...at(record), body: approvalOf(record, values) }, options),
});

const approveAll = (at: At): Change<Submission> => ({
  action: 'approve',
  label: t.approveAll,
  says: t.approveAllSays,
  Consequence: ({ record: { manifest } }) => (
    <List isPlain>
      {manifest.tools.map(({ tool_id, risk_tier }) => (
        <ListItem key={tool_id}>
          <Code of={tool_id} /> <Badge of={risk_tier} />
        </ListItem>
      ))}
    </List>
  ),
  fields: () => reasonFields(['reviewed']),
  send: ({ client, record, values, options }) =>
    client.approveMcpSubmission(
      { ...at(record), body: approvalOf(record, { ...allTools(record), ...values }) },
      options,
    ),
});

/** With others, only what nobody has to read: as it was approved before. */
const asBefore = async (
  client: GovgateClient,
  serverId: string,
  record: Submission,
): Promise<Values | undefined> => {
  const { review, isAsApproved } = await whatChanges(client, serverId, record);
  return isAsApproved && review.findings.length === 0 ? {} : undefined;
};

const DECISIONS = ['approved', 'denied'] as const;

// Each tool is decided individually: an undecided one stays pending and cannot be called.
const toolFields = ({ manifest }: Submission): Field[] =>
  manifest.tools.map(({ tool_id, risk_tier }) => ({
    name: `tool:${tool_id}`,
    label: t.toolDecision(tool_id, risk_tier),
    kind: 'choice',
    values: DECISIONS,
  }));

const allTools = ({ manifest }: Submission): Values =>
  Object.fromEntries(manifest.tools.map(({ tool_id }) => [`tool:${tool_id}`, 'approved']));

const approvalOf = ({ summary, manifest }: Submission, values: Values): ApproveSubmission => ({
  manifest_hash: summary.manifest_hash,
  tool_reviews: manifest.tools.flatMap(({ tool_id }) => {
    const status = DECISIONS.find((one) => one === values[`tool:${tool_id}`]);
    if (status === undefined) return [];
    return [
      {
        tool_id,
        gateway_status: status,
        ...(status === 'denied' ? { denied_reason: values.reason || values.reason_code || '' } : {}),
      },
    ];
  }),
  ...reasonBody(values),
});
