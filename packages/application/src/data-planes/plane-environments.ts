import type { Scope } from '@govgate/domain';
import type { Ports } from '../call/ports.js';
import { FollowedPlanes } from './followed-planes.js';

/** Limit of planes kept in columns over all environments; the most recent environment is always kept. */
const MAX_PLANES = 250_000;
/** How long unused columns are kept. */
const IDLE_MS = 10 * 60_000;

interface Kept {
  readonly planes: FollowedPlanes;
  askedAtMs: number;
}

/** The columns of the environments in use. Unused ones are dropped, and rebuilt on demand. */
export class PlaneEnvironments {
  /** By environment, least recently used first. */
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly deps: Pick<Ports, 'records' | 'patience' | 'clock'>,
    private readonly maxPlanes = MAX_PLANES,
  ) {}

  /** How many environments are in memory. */
  get size(): number {
    return this.#kept.size;
  }

  in({ tenantId, environmentId }: Scope): FollowedPlanes {
    const key = JSON.stringify([tenantId, environmentId]);
    const planes = this.#kept.get(key)?.planes ?? new FollowedPlanes(this.deps, { tenantId, environmentId });
    this.#kept.delete(key);
    this.#drop();
    this.#kept.set(key, { planes, askedAtMs: this.deps.clock.epochMs() });
    return planes;
  }

  #drop(): void {
    const idleSinceMs = this.deps.clock.epochMs() - IDLE_MS;
    let total = 0;
    for (const { planes } of this.#kept.values()) total += planes.columns.size;
    for (const [key, { planes, askedAtMs }] of this.#kept) {
      if (askedAtMs >= idleSinceMs && total <= this.maxPlanes) return;
      this.#kept.delete(key);
      total -= planes.columns.size;
    }
  }
}
