import type { AuditEvent } from '@govgate/client';
import { useApi } from '../state/api.js';
import { Code, Text } from './text.js';

/** The page of each type of record that has one. */
const PATHS: Readonly<Record<string, string>> = {
  policy: 'policies',
  credential_binding: 'bindings',
  mcp_server: 'mcp-servers',
  client_surface: 'surfaces',
  agent: 'agents',
  session: 'sessions',
  data_plane: 'data-planes',
  siem_webhook: 'destinations',
  role_binding: 'access/role-bindings',
  user: 'access/users',
  group: 'access/groups',
  service_account: 'access/service-accounts',
  api_token: 'access/tokens',
  approval: 'reviews',
  access_review: 'access/reviews',
};

/** A record that an event is about, as a link where it has a page. */
export const ResourceLink = ({
  of: { resource_type, resource_id },
  name,
}: {
  readonly of: Pick<AuditEvent['resource'], 'resource_type' | 'resource_id'>;
  readonly name?: string | undefined;
}) => {
  const { href } = useApi();
  const path = PATHS[resource_type];
  if (path === undefined || !resource_id) return <Code of={resource_id} />;
  return (
    <a href={href(`${path}/${encodeURIComponent(resource_id)}`)}>
      {name === undefined ? <Code of={resource_id} /> : <Text of={name} />}
    </a>
  );
};
