import type { ActorType, AuthMethod } from '../authorization/principal.js';
import type { Instant } from '../instant.js';
import type { RoleBindingSubjectType } from '../role-binding/role-binding.js';
import type { AuditEventType, AuditResourceType } from './event-types.js';

export const AUDIT_OUTCOMES = ['success', 'denied', 'failure'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Who acted. The command line and the worker act as `system`. */
export interface AuditActor {
  readonly actorType: ActorType | 'system';
  readonly actorId: string;
  readonly authMethod: AuthMethod | 'none';
}

/**
 * An event of the trail before it is placed in the chain (contract docs/spec/audit.md). It contains names of fields, never their values.
 */
export interface AuditEvent {
  readonly auditEventId: string;
  readonly occurredAt: Instant;
  readonly tenantId: string;
  readonly environmentId: string | null;
  readonly eventType: AuditEventType;
  readonly outcome: AuditOutcome;
  readonly actor: AuditActor;
  readonly action: string;
  readonly resource: {
    readonly resourceType: AuditResourceType;
    /** "" for a refused create and for an id that breaks the id pattern. */
    readonly resourceId: string;
    readonly version: string | null;
  };
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly requestId: string;
  readonly correlationId: string | null;
  readonly changedFields: readonly string[];
  readonly relatedIds: readonly string[];
  /** Of a change of state (docs/spec/audit.md): the states before and after it. */
  readonly fromState?: string;
  readonly toState?: string;
  /** Of an event about a grant: who holds it. */
  readonly subjectType?: RoleBindingSubjectType;
}

/** A chained event: `sequence` is gap-free per tenant from 1, `prevHash` is the hash of the previous event. */
export interface SealedAuditEvent extends AuditEvent {
  readonly sequence: number;
  readonly prevHash: string | null;
  readonly hash: string;
}

/** The end of a tenant's chain. Sequence 0 and a null hash: no event yet. */
export interface ChainHead {
  readonly sequence: number;
  readonly hash: string | null;
}

export const EMPTY_CHAIN: ChainHead = { sequence: 0, hash: null };
