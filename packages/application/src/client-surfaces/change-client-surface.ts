import {
  type AuditEventType,
  type ClientSurface,
  type Decided,
  decideArchiveSurface,
  decideDisableSurface,
  decideEnableSurface,
  decideReviewSurface,
  decideRevokeSurface,
  type Instant,
  type Permission,
  type Result,
  type Revocation,
} from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import { type ChangeDeps, changeRecord, type Told } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type ClientSurfaceView, clientSurfaceView } from './client-surface-view.js';
import { RevocationProgress } from './revocation-progress.js';
import { checkMayChange } from './surface-environments.js';
import { surfaceFigures, withOwnEvent } from './surface-figures.js';
import { type ClientSurfaceRef, wantedSurface } from './wanted-surface.js';

export interface ChangeClientSurfaceInput extends ClientSurfaceRef {
  readonly reasonCode?: string | undefined;
  readonly reason?: string | undefined;
}

export type ChangeSurfaceDeps = ChangeDeps & Pick<Ports, 'auditTrail' | 'revocations'>;

/** Makes the answer to a change: the surface as it stands then, seen from where it was asked. */
export const makeAnswer = (deps: ChangeSurfaceDeps) => {
  const progress = new RevocationProgress(deps);
  return async (
    context: CallContext,
    { scope }: ClientSurfaceRef,
    stored: Stored<ClientSurface>,
    told: Told | undefined,
  ): Promise<ClientSurfaceView> => {
    const figures = await surfaceFigures(deps, progress, scope, [stored.record]);
    return clientSurfaceView(context, stored, scope, told === undefined ? figures : withOwnEvent(figures));
  };
};

/** What a verb is decided on. */
interface Asked {
  readonly now: Instant;
  readonly actorId: string;
  /** One revocation for each environment that the surface shows in. */
  readonly revocations: ClientSurface['revocations'];
}

interface Verb {
  readonly action: string;
  readonly eventType: AuditEventType;
  readonly permission: Permission;
  readonly decide: (surface: ClientSurface, asked: Asked) => Result<Decided<ClientSurface>>;
}

const makeVerb =
  ({ action, eventType, permission, decide }: Verb) =>
  (deps: ChangeSurfaceDeps): UseCase<ChangeClientSurfaceInput, ClientSurfaceView> => {
    const answer = makeAnswer(deps);
    return (context, input) => {
      let revocations: ClientSurface['revocations'] = [];
      return changeRecord(deps, context, {
        ...wantedSurface(input, permission),
        eventType,
        action,
        reasonCode: input.reasonCode,
        reason: input.reason,
        allow: (surface) => checkMayChange(context, permission, surface, input.scope.environmentId),
        decide: ({ stored: { record } }) => {
          revocations = newRevocations(deps, record.allowedEnvironmentIds);
          const now = deps.clock.now();
          return decide(record, { now, actorId: context.principal.actorId, revocations });
        },
        fence: (surface) => fences(surface, revocations, input.reasonCode),
        answer: (stored, told) => answer(context, input, stored, told),
      });
    };
  };

/** A revocation for each of some environments. */
export const newRevocations = (
  { ids }: Pick<Ports, 'ids'>,
  environmentIds: readonly string[],
): ClientSurface['revocations'] =>
  environmentIds.map((environmentId) => ({ environmentId, revocationId: ids.mint('revocation') }));

/** The orders that cut off the sessions of a surface that was just changed, in some environments. */
export const fences = (
  { tenantId, clientSurfaceId, updatedAt }: ClientSurface,
  revocations: ClientSurface['revocations'],
  reasonCode = 'requested',
): Revocation[] =>
  revocations.map(({ environmentId, revocationId }) => ({
    revocationId,
    tenantId,
    environmentId,
    subjectType: 'client_surface',
    subjectId: clientSurfaceId,
    effectiveAt: updatedAt,
    reasonCode,
  }));

/** Approves a surface; a draft becomes active. */
export const makeApproveClientSurface = makeVerb({
  action: 'approve',
  eventType: 'client_surface.approved',
  permission: 'client_surface.manage',
  decide: (surface, asked) => decideReviewSurface(surface, { ...asked, outcome: 'approved' }),
});

/** Rejects a surface that waits for its approval. */
export const makeRejectClientSurface = makeVerb({
  action: 'reject',
  eventType: 'client_surface.rejected',
  permission: 'client_surface.manage',
  decide: (surface, asked) => decideReviewSurface(surface, { ...asked, outcome: 'rejected' }),
});

/** Stops a surface and fences its live sessions in all its environments. */
export const makeDisableClientSurface = makeVerb({
  action: 'disable',
  eventType: 'client_surface.disabled',
  permission: 'client_surface.manage',
  decide: decideDisableSurface,
});

/** Makes an approved surface active again. */
export const makeEnableClientSurface = makeVerb({
  action: 'enable',
  eventType: 'client_surface.enabled',
  permission: 'client_surface.manage',
  decide: decideEnableSurface,
});

/** Puts a draft or disabled surface away. */
export const makeArchiveClientSurface = makeVerb({
  action: 'archive',
  eventType: 'client_surface.archived',
  permission: 'client_surface.manage',
  decide: decideArchiveSurface,
});

/** Ends a surface for good and fences it in each of its environments. */
export const makeRevokeClientSurface = makeVerb({
  action: 'revoke',
  eventType: 'client_surface.revoked',
  permission: 'client_surface.revoke',
  decide: decideRevokeSurface,
});
