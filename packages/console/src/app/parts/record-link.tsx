import { type Permission, useApi } from '../state/api.js';
import { ResourceLink } from './resource-link.js';
import { Code } from './text.js';

const READ = {
  user: 'local_identity.read',
  group: 'local_identity.read',
  service_account: 'local_identity.read',
  api_token: 'local_identity.read',
  role_binding: 'role_binding.read',
  credential_binding: 'credential_binding.read',
  agent: 'agent.read',
  client_surface: 'client_surface.read',
  mcp_server: 'mcp_server.read',
  data_plane: 'data_plane.read',
  session: 'session.read',
  policy: 'policy.read',
} as const satisfies Readonly<Record<string, Permission>>;

/** A type of record that has a page. */
export type LinkedType = keyof typeof READ;

/** A record by its id, as a link for whoever may read it in the environment on view. */
export const RecordLink = ({
  type,
  id,
  name,
  environment,
}: {
  readonly type: LinkedType;
  readonly id: string | null | undefined;
  /** What it is called, where that is known. */
  readonly name?: string;
  /** Where the record is, if it is in an environment. */
  readonly environment?: string | null;
}) => {
  const api = useApi();
  const isElsewhere = (environment ?? api.environment) !== api.environment;
  if (!id || isElsewhere || !api.may(READ[type])) return <Code of={name ?? id} />;
  return <ResourceLink of={{ resource_type: type, resource_id: id }} name={name} />;
};

/** Several records of a type. */
export const RecordLinks = ({ type, ids }: { readonly type: LinkedType; readonly ids: readonly string[] }) =>
  ids.length === 0 ? (
    <Code of="" />
  ) : (
    <span className="links">
      {ids.map((id) => (
        <RecordLink key={id} type={type} id={id} />
      ))}
    </span>
  );
