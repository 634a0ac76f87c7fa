import type { AccessExplanation } from '@govgate/client';
import { Code } from '../../parts/text.js';
import { OPEN } from '../../parts/with-panel.js';
import { useApi } from '../../state/api.js';

/** A grant, as a link to where it can be ended. */
export const BindingLink = ({ id }: { readonly id: string }) => {
  const { href, may } = useApi();
  if (!may('role_binding.read')) return <Code of={id} />;
  return (
    <a href={href('access/role-bindings', { [OPEN]: id })}>
      <Code of={id} />
    </a>
  );
};

/** Where a grant counts, in words. */
export const scopeText = (scope: AccessExplanation['grants'][number]['scope']): string =>
  [scope.scope_type, scope.environment_id, scope.owner_team, scope.resource_type, scope.resource_id]
    .filter((one) => one !== null)
    .join(' ');
