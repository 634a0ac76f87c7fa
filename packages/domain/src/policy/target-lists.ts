import type { PolicyAction, PolicyTargets } from './manifest.js';
import type { PolicyTarget } from './policy-request.js';

/** By what is used: a rule's lists of servers or sources and of parts, and the members of a call that name the two. */
export const TARGETS = {
  tool: ['server_ids', 'tool_ids', 'serverId', 'toolId'],
  resource: ['server_ids', 'resource_uris', 'serverId', 'resourceUri'],
  prompt: ['server_ids', 'prompt_names', 'serverId', 'promptName'],
  operation: ['api_source_ids', 'operation_ids', 'apiSourceId', 'operationId'],
} as const;

/** What a call uses: a tool, a resource or a prompt of a server, or an operation of an API source. */
export type TargetType = keyof typeof TARGETS;

export const TARGET_TYPES = Object.keys(TARGETS) as TargetType[];

export type TargetList = (typeof TARGETS)[TargetType][0 | 1];

/** The lists of a rule's targets, each once. */
export const targetLists = (): readonly TargetList[] => [
  ...new Set(Object.values(TARGETS).flatMap(([whole, part]) => [whole, part])),
];

/** The kind of a target of such a type. */
export const kindOf = (type: TargetType): PolicyTarget['kind'] =>
  type === 'operation' ? 'api_source' : 'mcp_server';

/** What a call uses, by its target and its action. */
export const typeOfTarget = ({
  target,
  action,
}: {
  readonly target: Pick<PolicyTarget, 'kind'>;
  readonly action: PolicyAction;
}): TargetType => (target.kind === 'api_source' ? 'operation' : (action.split('.')[0] as TargetType));

/** Whether a rule is about such targets: it names their parts, or where they are and no other parts there, or no target at all. */
export const isAbout = (targets: PolicyTargets, type: TargetType): boolean => {
  const [own, parts] = TARGETS[type];
  return (
    !!targets[parts] ||
    Object.values(TARGETS).every(([whole, part]) =>
      targets[own] ? whole !== own || !targets[part] : !targets[whole] && !targets[part],
    )
  );
};
