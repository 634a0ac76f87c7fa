import { type CallContext, type Ports, resolvePrincipal } from '@govgate/application';
import { DEMO_TENANT } from './demo-bundle.js';

/** A call by somebody of the demonstration. */
export const demoContext = async (
  ports: Parameters<typeof resolvePrincipal>[0] & Pick<Ports, 'ids'>,
  subjectType: 'user' | 'service_account',
  subjectId: string,
): Promise<CallContext> => {
  const resolved = await resolvePrincipal(ports, {
    tenantId: DEMO_TENANT,
    subjectId,
    subjectType,
    authMethod: 'api_token',
    groups: [],
    environments: undefined,
    permissions: null,
    tokenId: null,
    madeBy: [],
    expiresAt: null,
  });
  if (!resolved.ok) throw new Error(`the demonstration data has no ${subjectId}`);
  const { principal } = resolved.value;
  return { principal, requestId: ports.ids.mint('request'), correlationId: null };
};
