import type { CredentialBinding, Principal } from '@govgate/domain';
import { holdsGrantIn } from '@govgate/domain/internal';
import { clientSessionKind, type RecordStore } from '@govgate/ports';
import { bindingEnvironments } from './binding-environments.js';

/** What revoking a binding would end: its live sessions (docs/spec/credential-bindings.md#record). */
export interface SessionImpact {
  readonly activeClientSessions: number;
  readonly activeBackendSessions: number;
  /** At most a hundred. */
  readonly affectedClientSessionIds: readonly string[];
}

const MAX_IDS = 100;

/** Counts the live sessions using a binding, in those of its environments where the caller holds a grant. */
export const sessionImpact = async (
  records: RecordStore,
  principal: Principal,
  binding: CredentialBinding,
): Promise<SessionImpact> => {
  const seen = bindingEnvironments(binding).filter((environmentId) => holdsGrantIn(principal, environmentId));
  const parts = await Promise.all(
    seen.map((environmentId) => impactIn(records, { ...binding, environmentId })),
  );
  return {
    activeClientSessions: sum(parts.map((part) => part.activeClientSessions)),
    activeBackendSessions: sum(parts.map((part) => part.activeBackendSessions)),
    affectedClientSessionIds: parts.flatMap((part) => part.affectedClientSessionIds).slice(0, MAX_IDS),
  };
};

const impactIn = async (
  records: RecordStore,
  { tenantId, environmentId, credentialBindingId }: CredentialBinding,
): Promise<SessionImpact> => {
  const scope = { tenantId, environmentId };
  const where = { has: { liveBinding: credentialBindingId } };
  const request = { membership: 'liveBinding', members: [credentialBindingId], limit: MAX_IDS } as const;
  const [counted, ids] = await Promise.all([
    records.countBy(clientSessionKind, scope, 'backendSessions', where),
    records.idsByMember(clientSessionKind, scope, request),
  ]);
  const sessions = [...counted];
  return {
    activeClientSessions: sum(sessions.map(([, clients]) => clients)),
    activeBackendSessions: sum(sessions.map(([backends, clients]) => Number(backends) * clients)),
    affectedClientSessionIds: ids.get(credentialBindingId) ?? [],
  };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
