import {
  authorize,
  type ManifestFinding,
  manifestReferences,
  type Permission,
  type PolicyVersion,
  type Principal,
  type ReferenceKind,
} from '@govgate/domain';
import { judgingReferences, manifestFinding, type UnknownReference } from '@govgate/domain/internal';
import type { CallContext } from '../call/context.js';
import { inSlices } from '../call/in-slices.js';
import type { Ports } from '../call/ports.js';
import { type ReferenceDeps, referencedRecords } from './referenced-records.js';

/** What a person should look at before a version is published; it never prevents that (docs/spec/policies.md). */
export interface PolicyWarning extends ManifestFinding {
  readonly nearest: UnknownReference['nearest'];
}

export type WarningDeps = ReferenceDeps & Pick<Ports, 'clock' | 'tenantQueue' | 'manifestTexts'>;

type Warned = Pick<PolicyVersion, 'tenantId' | 'environmentId' | 'body' | 'submittedText'>;

/**
 * What reading a kind of record requires. Of what the caller may not read, nothing is said: not even that it is missing. Only of groups, which
 * whoever writes policies has to name, that they are missing; the near name is for those who may read it.
 */
const READ_BY: Readonly<Partial<Record<ReferenceKind, Permission>>> = {
  agent: 'agent.read',
  client_surface: 'client_surface.read',
  group: 'local_identity.read',
  user: 'local_identity.read',
  mcp_server: 'mcp_server.read',
  tool: 'mcp_server.read',
};

/** What a version refers to and what does not exist in its environment, as far as the caller may read it. */
export const policyWarnings = async (
  deps: WarningDeps,
  { principal }: CallContext,
  policy: Warned,
): Promise<readonly PolicyWarning[]> => {
  const mayRead = readableBy(principal, policy);
  const references = [...manifestReferences(policy.body)].filter(
    ({ kind }) => kind === 'group' || mayRead(kind),
  );
  if (references.length === 0) return [];
  // Many previews at once would look up their records in one turn of the loop: a store in this process does not wait.
  await deps.tenantQueue.next(policy.tenantId);
  const existing = await referencedRecords(deps, policy, references);
  const unknown = await inSlices(deps, policy.tenantId, judgingReferences(references, existing));
  const findings = unknown.map(({ path }) => manifestFinding('unknown_reference', path));
  const { submittedText } = policy;
  const located =
    submittedText === null || findings.length === 0
      ? findings
      : await deps.manifestTexts.locate(policy.tenantId, submittedText, findings);
  return located.map((finding, index) => {
    const { kind, nearest } = unknown[index] as UnknownReference;
    return { ...finding, nearest: mayRead(kind) ? nearest : null };
  });
};

const readableBy = (principal: Principal, { tenantId, environmentId }: Warned) => {
  const judged = new Map<ReferenceKind, boolean>();
  const may = (kind: ReferenceKind): boolean => {
    const permission = READ_BY[kind];
    const environment = permission === 'local_identity.read' ? null : environmentId;
    const target = { tenantId, environmentId: environment, resourceId: null, ownerTeam: null };
    return permission !== undefined && authorize(principal, permission, target);
  };
  return (kind: ReferenceKind): boolean => {
    const known = judged.get(kind) ?? may(kind);
    judged.set(kind, known);
    return known;
  };
};
