import type { McpServerDetail } from '@govgate/client';
import { Failure } from '../../parts/failure.js';
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
    serverId,
    ({ signal }) => client.readMcpServerHealth({ server_id: serverId }, { signal }),
    15_000,
  );
  if (error !== undefined) return <Failure error={error} />;
  if (data === undefined) return null;
  return (
    <section>
      <h2>{t.health}</h2>
      <p>
        <Badge of={data.status} /> {data.latencyMs} ms <Code of={data.failureReason} />{' '}
        <Moment of={data.lastCheckedAt} />
      </p>
    </section>
  );
};

const Submissions = ({ record }: { readonly record: McpServerDetail }) => {
  const { client, href } = useApi();
  const { server_id } = record;
  const { data } = useLoad(`${server_id} ${record.last_sequence} ${record.updated_at}`, ({ signal }) =>
    client.listMcpSubmissions({ server_id }, { signal }),
  );
  return (
    <section>
      <h2>{t.submissions}</h2>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{t.submission}</th>
            <th scope="col">{t.status}</th>
            <th scope="col">{t.version}</th>
            <th scope="col">{t.submittedBy}</th>
            <th scope="col">{t.submittedAt}</th>
          </tr>
        </thead>
        <tbody>
          {data?.map((one) => (
            <tr key={one.submission_id}>
              <th scope="row" data-head={t.submission}>
                <a href={href(`mcp-servers/${encodeURIComponent(server_id)}/${one.submission_id}`)}>
                  <Code of={one.submission_id} />
                </a>
              </th>
              <td data-head={t.status}>
                <Badge of={one.status} />
              </td>
              <td data-head={t.version}>
                <Code of={one.version} />
              </td>
              <td data-head={t.submittedBy}>
                <Code of={one.submitted_by} />
              </td>
              <td data-head={t.submittedAt}>
                <Moment of={one.submitted_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Drift = ({ record }: { readonly record: McpServerDetail }) => {
  if (record.drifted_tools.length === 0) return null;
  return (
    <section>
      <h2>{t.drift}</h2>
      <ul>
        {record.drifted_tools.map((tool) => (
          <li key={tool.tool_id}>
            <Code of={tool.tool_id} /> <Badge of={tool.gateway_status} />{' '}
            <Code of={tool.failure_reason ?? tool.changed_fields.join(', ')} />{' '}
            <Moment of={tool.detected_at} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const Tools = ({ record }: { readonly record: McpServerDetail }) => {
  const tools = record.manifest?.tools ?? [];
  if (tools.length === 0) return null;
  return (
    <section>
      <h2>{t.tools}</h2>
      <ul class="tools">
        {tools.map((tool) => (
          <li key={tool.tool_id}>
            <Code of={tool.tool_id} /> <Badge of={tool.gateway_status} /> <Badge of={tool.risk_tier} />{' '}
            <Text of={tool.description} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const Activity = ({ serverId }: { readonly serverId: string }) => {
  const { client } = useApi();
  const { data } = useLoad(
    serverId,
    ({ signal }) => client.readMcpServerActivity({ server_id: serverId }, { signal }),
    15_000,
  );
  return (
    <section>
      <h2>{t.activity}</h2>
      <ul>
        {data?.events.map((event) => (
          <li key={event.event_id}>
            <Moment of={event.occurred_at} /> {event.event_type.replaceAll('_', ' ')}{' '}
            <Code of={event.actor_id} /> <Text of={event.reason ?? event.reason_code} />
          </li>
        ))}
      </ul>
    </section>
  );
};
