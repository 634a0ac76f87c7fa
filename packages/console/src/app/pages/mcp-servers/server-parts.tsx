import type { McpServerDetail } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import { Failure } from '../../parts/failure.js';
import { Section } from '../../parts/section.js';
import { SimpleTable } from '../../parts/simple-table.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { useApi } from '../../state/api.js';
import { useLoad } from '../../state/use-load.js';
import { texts } from '../../texts.js';

const t = texts.servers;

/** A server's health, submissions, tools, drift and activity. */
export const ServerParts = ({ record }: { readonly record: McpServerDetail }) => (
  <>
    <Health serverId={record.server_id} />
    <Submissions record={record} />
    <Drift record={record} />
    <Tools record={record} />
    <Activity serverId={record.server_id} />
  </>
);

const Health = ({ serverId }: { readonly serverId: string }) => {
  const { client } = useApi();
  const { data, error } = useLoad(
    ['server health', serverId],
    ({ signal }) => client.readMcpServerHealth({ server_id: serverId }, { signal }),
    15_000,
  );
  if (error !== undefined) return <Failure error={error} />;
  if (data === undefined) return null;
  return (
    <Section title={t.health}>
      <Badge of={data.status} />{' '}
      {data.failureReason ? <Code of={data.failureReason} /> : <span>{data.latencyMs} ms</span>}{' '}
      <Moment of={data.lastCheckedAt} />
    </Section>
  );
};

const Submissions = ({ record }: { readonly record: McpServerDetail }) => {
  const { client, href } = useApi();
  const { server_id } = record;
  const { data = [] } = useLoad(
    ['submissions', server_id, record.last_sequence, record.updated_at],
    ({ signal }) => client.listMcpSubmissions({ server_id }, { signal }),
  );
  return (
    <Section title={t.submissions}>
      <SimpleTable
        label={t.submissions}
        heads={[t.submission, t.status, t.version, t.submittedBy, t.submittedAt]}
        rows={data.map((one) => ({
          key: one.submission_id,
          cells: [
            <a href={href(`mcp-servers/${encodeURIComponent(server_id)}/${one.submission_id}`)}>
              <Code of={one.submission_id} />
            </a>,
            <Badge of={one.status} />,
            <Code of={one.version} />,
            <Code of={one.submitted_by} />,
            <Moment of={one.submitted_at} />,
          ],
        }))}
      />
    </Section>
  );
};

const Drift = ({ record }: { readonly record: McpServerDetail }) => {
  if (record.drifted_tools.length === 0) return null;
  return (
    <Section title={t.drift}>
      <List isPlain>
        {record.drifted_tools.map((tool) => (
          <ListItem key={tool.tool_id}>
            <Code of={tool.tool_id} /> <Badge of={tool.gateway_status} />{' '}
            <Code of={tool.failure_reason ?? tool.changed_fields.join(', ')} />{' '}
            <Moment of={tool.detected_at} />
          </ListItem>
        ))}
      </List>
    </Section>
  );
};

const Tools = ({ record }: { readonly record: McpServerDetail }) => {
  const tools = record.manifest?.tools ?? [];
  if (tools.length === 0) return null;
  return (
    <Section title={t.tools}>
      <List isPlain isBordered>
        {tools.map((tool) => (
          <ListItem key={tool.tool_id}>
            <Code of={tool.tool_id} /> <Badge of={tool.gateway_status} /> <Badge of={tool.risk_tier} />{' '}
            <Text of={tool.description} />
          </ListItem>
        ))}
      </List>
    </Section>
  );
};

const Activity = ({ serverId }: { readonly serverId: string }) => {
  const { client } = useApi();
  const { data } = useLoad(
    ['server activity', serverId],
    ({ signal }) => client.readMcpServerActivity({ server_id: serverId }, { signal }),
    15_000,
  );
  return (
    <Section title={t.activity}>
      <List isPlain>
        {data?.events.map((event) => (
          <ListItem key={event.event_id}>
            <Moment of={event.occurred_at} /> {event.event_type.replaceAll('_', ' ')}{' '}
            <Code of={event.actor_id} /> <Text of={event.reason ?? event.reason_code} />
          </ListItem>
        ))}
      </List>
    </Section>
  );
};
