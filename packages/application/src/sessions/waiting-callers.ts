import type { Principal } from '@govgate/domain';
import { Shares } from '../call/shares.js';

/** Limits on callers waiting for the feed (docs/spec/sessions.md). Each holds a connection and some 10 KB. */
const MOST_WAITING = { principal: 200, tenant: 2_000 };

/** Counts waiting callers, so that nobody's waiting keeps others from it. */
export class WaitingCallers {
  readonly #byPrincipal = new Shares(MOST_WAITING.principal);
  readonly #byTenant = new Shares(MOST_WAITING.tenant);

  /** Counts one more, or refuses at a limit; then there is nothing to release. */
  enter({ tenantId, actorType, actorId }: Principal): (() => void) | undefined {
    const ofTenant = this.#byTenant.take(tenantId);
    if (ofTenant === undefined) return undefined;
    const ofPrincipal = this.#byPrincipal.take(JSON.stringify([tenantId, actorType, actorId]));
    if (ofPrincipal === undefined) {
      ofTenant();
      return undefined;
    }
    return () => {
      ofPrincipal();
      ofTenant();
    };
  }
}
