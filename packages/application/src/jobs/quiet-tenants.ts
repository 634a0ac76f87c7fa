import type { Scope } from '@govgate/domain';
import { type AnyKind, placeOf, type StopSignal, type Tenant, tenantKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/**
 * Looks at an environment, and says from when on there may be something to do there even if nobody writes: milliseconds since 1970.
 * Undefined ends the round.
 */
export type LookAtScope = (scope: Scope) => Promise<number | undefined>;

/** For what is to be looked at again in the next round. */
export const AT_ONCE = 0;
/** For what only a commit can bring up. */
export const WHEN_WRITTEN = Number.POSITIVE_INFINITY;

type Deps = Pick<Ports, 'records' | 'revisions' | 'clock'>;

/**
 * Rounds over the environments of all tenants that leave out a tenant in which nothing can have come up since the last look: with a hundred
 * environments, rounds that found nothing were most of what an idle process did. Only for kinds whose records come up by a commit or by the
 * clock: `observe` moves no revision. What is known is this process's own, so a new one looks everywhere once.
 */
export const roundsOver = (
  deps: Deps,
  kind: AnyKind,
): ((look: LookAtScope, signal: StopSignal) => Promise<void>) => {
  const quiet = new QuietTenants(deps, kind);
  return async (look, signal) => {
    for await (const { record: tenant } of deps.records.all(tenantKind)) {
      // Read before the look: what is committed meanwhile is looked at in the next round.
      const { content } = await deps.revisions.revisions(tenant.tenantId);
      if (quiet.holds(tenant, content)) continue;
      const untilMs = await lookAtEach(tenant, look, signal);
      if (untilMs === undefined) return;
      quiet.keep(tenant, content, untilMs);
    }
  };
};

const lookAtEach = async (
  { tenantId, environments }: Tenant,
  look: LookAtScope,
  signal: StopSignal,
): Promise<number | undefined> => {
  let untilMs = WHEN_WRITTEN;
  for (const environmentId of environments) {
    const found = signal.aborted ? undefined : await look({ tenantId, environmentId });
    if (found === undefined) return undefined;
    untilMs = Math.min(untilMs, found);
  }
  return untilMs;
};

interface Quiet {
  /** The content revision before the look, or a later one up to which nothing was written. */
  content: number;
  readonly environments: string;
  readonly untilMs: number;
}

class QuietTenants {
  readonly #known = new Map<string, Quiet>();

  constructor(
    private readonly deps: Pick<Deps, 'revisions' | 'clock'>,
    private readonly kind: AnyKind,
  ) {}

  keep({ tenantId, environments }: Tenant, content: number, untilMs: number): void {
    this.#known.set(tenantId, { content, environments: environments.join(), untilMs });
  }

  holds(tenant: Tenant, content: number): boolean {
    const known = this.#known.get(tenant.tenantId);
    if (known === undefined || known.environments !== tenant.environments.join()) return false;
    if (this.deps.clock.epochMs() >= known.untilMs || !this.#isUntouched(tenant, known.content, content))
      return false;
    known.content = content;
    return true;
  }

  #isUntouched({ tenantId, environments }: Tenant, since: number, until: number): boolean {
    if (since === until) return true;
    const places = environments.map((environmentId) => placeOf(this.kind, { tenantId, environmentId }));
    const { revisions } = this.deps;
    return since < until && (revisions.untouched?.(tenantId, since, until, places) ?? false);
  }
}
