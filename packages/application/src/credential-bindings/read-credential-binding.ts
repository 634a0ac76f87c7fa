import { type AuditOutcome, type CredentialBinding, type Instant, ok } from '@govgate/domain';
import {
  approvedRuntimeProjection,
  type BrokerCheck,
  CREDENTIAL_REDACTION,
  type CredentialMode,
  NEVER_CHECKED,
  type RuntimeProjection,
} from '@govgate/domain/internal';
import type { AuditTrail } from '@govgate/ports';
import type { PermissionsView } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';
import { bindingAccess, type CredentialBindingRef } from './load-credential-binding.js';
import { type SessionImpact, sessionImpact } from './session-impact.js';

/** An event in a binding's detail (docs/spec/credential-bindings.md#record). */
export interface RecentAuditEntry {
  readonly eventId: string;
  readonly timestamp: Instant;
  readonly eventType: string;
  readonly outcome: AuditOutcome;
  readonly actorId: string;
  readonly reasonCode: string;
}

/** The detail of a binding (docs/spec/credential-bindings.md#record). */
export interface CredentialBindingDetail {
  readonly schemaVersion: '1.0';
  readonly binding: CredentialBindingView;
  readonly approvedRuntimeProjection: RuntimeProjection | null;
  readonly recentBrokerCheck: BrokerCheck & {
    readonly credentialBindingId: string;
    readonly credentialMode: CredentialMode;
    readonly materialReturn: (typeof CREDENTIAL_REDACTION)['materialReturn'];
  };
  readonly activeSessionImpact: SessionImpact;
  readonly recentAudit: readonly RecentAuditEntry[];
  readonly permissions: PermissionsView;
}

/** Reads a binding with its projection for the runtime, its sessions and its newest events. */
export const makeReadCredentialBinding =
  (
    deps: Pick<Ports, 'records' | 'auditTrail' | 'settings'>,
  ): UseCase<CredentialBindingRef, CredentialBindingDetail> =>
  async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, bindingAccess(ref, 'credential_binding.read'));
    if (!loaded.ok) return loaded;
    const { stored } = loaded.value;
    const { record } = stored;
    const binding = credentialBindingView(context, stored, deps.settings);
    return ok({
      schemaVersion: '1.0',
      binding,
      approvedRuntimeProjection: approvedRuntimeProjection(record),
      recentBrokerCheck: {
        ...(record.recentBrokerCheck ?? NEVER_CHECKED),
        credentialBindingId: record.credentialBindingId,
        credentialMode: record.credentialMode,
        materialReturn: CREDENTIAL_REDACTION.materialReturn,
      },
      activeSessionImpact: await sessionImpact(deps.records, context.principal, record),
      recentAudit: await recentAudit(deps.auditTrail, record),
      permissions: binding.permissions,
    });
  };

const RECENT = 20;

const recentAudit = async (
  auditTrail: AuditTrail,
  { tenantId, environmentId, credentialBindingId }: CredentialBinding,
): Promise<readonly RecentAuditEntry[]> => {
  const { items } = await auditTrail.page(tenantId, {
    filter: { environmentId, resourceType: 'credential_binding', resourceId: credentialBindingId },
    direction: 'desc',
    limit: RECENT,
  });
  return items.map(({ auditEventId, occurredAt, eventType, outcome, actor, reasonCode }) => ({
    eventId: auditEventId,
    timestamp: occurredAt,
    eventType,
    outcome,
    actorId: actor.actorId,
    reasonCode,
  }));
};
