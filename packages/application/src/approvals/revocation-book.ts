import { type FeedRevocation, type RevocableSession, RevocationView, type Scope } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'revocations'>;

/** Environments whose feeds are cached; more than a process serves at a time. */
const REMEMBERED = 200;
const CHUNK = 1_000;

/**
 * The revocations of each environment, as a gateway keeps them, read incrementally. Checking a session therefore costs one read of what is
 * new, however long the feed.
 */
export class RevocationBook {
  readonly #views = new LRUCache<string, RevocationView>({ max: REMEMBERED });

  constructor(private readonly deps: Deps) {}

  /** The committed revocation that covers a session, if any. */
  async covering(session: RevocableSession): Promise<FeedRevocation | undefined> {
    return (await this.upToDate(session)).covering(session);
  }

  /** An environment's view, read to the end of the feed. */
  async upToDate({ tenantId, environmentId }: Scope): Promise<RevocationView> {
    const key = JSON.stringify([tenantId, environmentId]);
    const scope = { tenantId, environmentId };
    const known = this.#views.get(key);
    const isWhole = known === undefined || (await this.#reaches(scope, known.lastSequence));
    // A feed that became shorter is a different one, as after a restore.
    const view = known !== undefined && isWhole ? known : new RevocationView();
    if (view !== known) this.#views.set(key, view);
    await this.#readOn(scope, view);
    return view;
  }

  async #reaches(scope: Scope, sequence: number): Promise<boolean> {
    return (await this.deps.revocations.lastSequence(scope)) >= sequence;
  }

  async #readOn(scope: Scope, view: RevocationView): Promise<void> {
    for (;;) {
      const from = view.lastSequence;
      const items = await this.deps.revocations.after(scope, from, CHUNK);
      view.apply(items);
      if (items.length < CHUNK || view.lastSequence === from) return;
    }
  }
}
