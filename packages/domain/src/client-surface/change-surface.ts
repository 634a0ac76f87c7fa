import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { type Step, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ClientSurface, ClientSurfaceDraft } from './client-surface.js';
import { type SurfaceLifecycleState, surfaceLifecycleMachine } from './client-surface.machine.js';

interface SurfaceChange {
  readonly now: Instant;
}

/** The editable fields of a surface. */
export type ClientSurfacePatch = Partial<Omit<ClientSurfaceDraft, 'clientSurfaceId' | 'tenantId'>>;

/** Changes a surface. A change relevant to clients creates another version; environments it leaves are fenced (`environmentsLeft`). */
export const decideUpdateSurface = (
  surface: ClientSurface,
  { format, ...patch }: ClientSurfacePatch,
  { now }: SurfaceChange,
): Result<Decided<ClientSurface>> => {
  if (!lifecycleStep(surface, 'update').moved) return refuse('invalid_state');
  const environments = [...new Set(patch.allowedEnvironmentIds ?? surface.allowedEnvironmentIds)].sort();
  const configured = { ...surface, ...patch, allowedEnvironmentIds: environments };
  const next = {
    ...configured,
    configSnippet: snippetAfter(surface, { after: configured, format, now }),
    updatedAt: now,
  };
  const decided = moved(surface, next, environmentsLeft(surface, next).length > 0);
  const same = decided.kind === 'moved' && decided.changedFields.length === 0;
  return ok(same ? noChange(surface) : decided);
};

/** The environments a surface no longer includes: its sessions there are fenced. */
export const environmentsLeft = (
  before: Pick<ClientSurface, 'allowedEnvironmentIds'>,
  after: Pick<ClientSurface, 'allowedEnvironmentIds'>,
): string[] =>
  before.allowedEnvironmentIds.filter(
    (environmentId) => !after.allowedEnvironmentIds.includes(environmentId),
  );

/** Disables a surface and revokes its live sessions in all its environments. */
export const decideDisableSurface = (
  surface: ClientSurface,
  { now }: SurfaceChange,
): Result<Decided<ClientSurface>> => {
  if (surface.lifecycleState === 'disabled') return ok(noChange(surface));
  const stepped = lifecycleStep(surface, 'disable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(
    moved(surface, { ...surface, lifecycleState: stepped.to, disabledAt: now, updatedAt: now }, true),
  );
};

/** Enables an approved surface. */
export const decideEnableSurface = (
  surface: ClientSurface,
  { now }: SurfaceChange,
): Result<Decided<ClientSurface>> => {
  if (surface.lifecycleState === 'active') return ok(noChange(surface));
  const stepped = lifecycleStep(surface, 'enable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(surface, { ...surface, lifecycleState: stepped.to, disabledAt: null, updatedAt: now }));
};

/** Archives a draft or disabled surface. */
export const decideArchiveSurface = (
  surface: ClientSurface,
  { now }: SurfaceChange,
): Result<Decided<ClientSurface>> => {
  if (surface.lifecycleState === 'archived') return ok(noChange(surface));
  const stepped = lifecycleStep(surface, 'archive');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(surface, { ...surface, lifecycleState: stepped.to, updatedAt: now }));
};

const lifecycleStep = (
  surface: ClientSurface,
  on: (typeof surfaceLifecycleMachine.triggers)[number],
): Step<SurfaceLifecycleState, 'approved'> =>
  step(surfaceLifecycleMachine, surface.lifecycleState, on, {
    approved: surface.approvalState === 'approved',
  });

interface ConfiguredSurface {
  readonly after: ClientSurface;
  readonly format: ClientSurfaceDraft['format'] | undefined;
  readonly now: Instant;
}

const snippetAfter = (
  before: ClientSurface,
  { after, format, now }: ConfiguredSurface,
): ClientSurface['configSnippet'] => {
  const snippet = before.configSnippet;
  const same =
    (format ?? snippet.format) === snippet.format &&
    before.authType === after.authType &&
    before.clientType === after.clientType &&
    before.allowedEnvironmentIds.join() === after.allowedEnvironmentIds.join();
  if (same) return snippet;
  return {
    ...snippet,
    format: format ?? snippet.format,
    generatedAt: now,
    versionRef: nextVersion(snippet.versionRef),
  };
};

const nextVersion = (versionRef: string): string => {
  const [, number] = /^v(\d{1,9})$/.exec(versionRef) ?? [];
  return number === undefined ? 'v2' : `v${Number(number) + 1}`;
};
