import { ResourceLink } from '../../parts/resource-link.js';
import { Code } from '../../parts/text.js';
import { type Permission, useApi } from '../../state/api.js';

const READ = {
  user: 'local_identity.read',
  group: 'local_identity.read',
  service_account: 'local_identity.read',
  api_token: 'local_identity.read',
  role_binding: 'role_binding.read',
  credential_binding: 'credential_binding.read',
} as const satisfies Readonly<Record<string, Permission>>;

/** A record by its id, as a link for whoever may read it in the environment on view. */
export const ReadableLink = ({
  type,
  id,
  environment,
}: {
  readonly type: keyof typeof READ;
  readonly id: string;
  /** Where the record is, if it is in an environment. */
  readonly environment?: string | null;
}) => {
  const api = useApi();
  const isElsewhere = (environment ?? api.environment) !== api.environment;
  if (isElsewhere || !api.may(READ[type])) return <Code of={id} />;
  return <ResourceLink of={{ resource_type: type, resource_id: id }} />;
};
