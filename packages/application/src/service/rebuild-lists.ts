import type { Clock, KindBehind, Projections, ServiceLog, StopSignal } from '@govgate/ports';

/** Dependencies of rebuilding projections. */
export interface RebuildListsDeps {
  readonly projections: Projections;
  readonly clock: Pick<Clock, 'epochMs'>;
  readonly log: Pick<ServiceLog, 'info' | 'warn'>;
  /** Identifies this process among those sharing the store. */
  readonly holder: string;
  /** Yields to the rest of the process. */
  readonly wait: (ms: number) => Promise<unknown>;
  readonly leaseMs?: number;
}

/** Records per write, and the pause after it: callers come first. */
const STEP = 100;
const REST_MS = 5;

const LEASE_MS = 10_000;
const TELL_EVERY_MS = 5_000;

/**
 * Brings projections up to date after a kind's declaration has changed (ADR 44): in steps, so that a killed process loses none it
 * completed, and by one process at a time. Resolves when everything is up to date, or another process is doing it.
 */
export const makeRebuildLists = (deps: RebuildListsDeps): ((signal: StopSignal) => Promise<void>) => {
  const told = new Map<string, number>();
  return async (signal) => {
    const behind = await deps.projections.behind();
    const leases = leasesOf(deps);
    if (behind.length === 0 || !(await leases.hold())) return;
    try {
      for (const kind of behind) if (!(await rebuild(deps, kind, { leases, told, signal }))) return;
    } finally {
      await deps.projections.release(deps.holder);
    }
  };
};

interface Leases {
  /** False: another process holds it. Renews it once half of the time is over. */
  hold(): Promise<boolean>;
}

const leasesOf = ({ projections, clock, holder, leaseMs = LEASE_MS }: RebuildListsDeps): Leases => {
  let askAgainAt = 0;
  return {
    hold: async () => {
      const now = clock.epochMs();
      if (now < askAgainAt) return true;
      askAgainAt = now + leaseMs / 2;
      return projections.claim(holder, leaseMs);
    },
  };
};

interface Rebuilding {
  readonly leases: Leases;
  readonly told: Map<string, number>;
  readonly signal: StopSignal;
}

const rebuild = async (
  deps: RebuildListsDeps,
  { kind, left }: KindBehind,
  { leases, told, signal }: Rebuilding,
): Promise<boolean> => {
  const { projections, clock, log } = deps;
  if (left > 0) log.info('lists are being rebuilt', { kind, records: left });
  let done = 0;
  for (let tellAt = clock.epochMs() + TELL_EVERY_MS, made = 1; made > 0; ) {
    if (signal.aborted || !(await leases.hold())) return false;
    made = await projections.step(kind, STEP);
    done += made;
    if (clock.epochMs() >= tellAt) {
      log.info('lists are being rebuilt', { kind, records: left, done });
      tellAt = clock.epochMs() + TELL_EVERY_MS;
    }
    if (made > 0) await deps.wait(REST_MS);
  }
  if (done > 0) log.info('lists were rebuilt', { kind, done });
  const clashing = await projections.settle(kind);
  if (clashing > 0 && told.get(kind) !== clashing)
    log.warn('records hold a value that a unique rule gives to another: change them', {
      kind,
      records: clashing,
    });
  told.set(kind, clashing);
  return true;
};
