import { type ApprovedServers, makeListApprovedServers, type UseCase } from '@govgate/application';
import { ok, refuse, type Scope } from '@govgate/domain';
import { type AllPorts, defineOperation } from '../../operation/define-operation.js';
import { AllowlistAnswer, type AllowlistFormat, AllowlistParams, allowlistOf } from '../../wire/allowlist.js';
import { ScopeQuery } from '../../wire/fields.js';

interface AllowlistRequest {
  readonly scope: Scope;
  readonly format: AllowlistFormat;
}

// What reads the registry sends no token.
const isPublic = ({ settings: { registry } }: ApprovedServers): boolean =>
  registry?.enabled === true && registry.public;

const REGISTRY_WANTED = {
  detail:
    'The product reads the registry: switch on registry.enabled and registry.public with PUT /v1/environments/{environment_id}.',
};

const makeReadAllowlist = (ports: AllPorts): UseCase<AllowlistRequest, object> => {
  const listApproved = makeListApprovedServers(ports);
  return async (context, { scope, format }) => {
    if (!Object.hasOwn(allowlistOf, format)) return refuse('not_found');
    const approved = await listApproved(context, { scope });
    if (!approved.ok) return approved;
    if (format === 'vscode' && !isPublic(approved.value))
      return refuse('invalid_state', 'registry', REGISTRY_WANTED);
    const { tenantId, environmentId } = scope;
    const registryUrl = `${ports.publicUrl()}/registry/${tenantId}/${environmentId}`;
    return ok(allowlistOf[format](approved.value, registryUrl));
  };
};

export const readAllowlist = defineOperation({
  id: 'readAllowlist',
  method: 'get',
  path: '/v1/allowlists/:format',
  useCase: makeReadAllowlist,
  summary: 'Reads the approved MCP servers as the managed allow-list of a product',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  extension: true,
  refuses: [
    'not_found',
    {
      reasonCode: 'invalid_state',
      field: 'registry',
      when: 'The product reads the registry, and the environment has none that is public.',
    },
  ],
  params: AllowlistParams,
  query: ScopeQuery,
  response: AllowlistAnswer,
  toInput: ({ params: { format }, scope }) => ({ scope, format }),
  toWire: (file) => file as never,
});
