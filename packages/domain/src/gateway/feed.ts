import { RevocationView } from '../client-session/revocation-view.js';
import type { FeedRevocation } from '../revocation.js';
import { revocationsFromWire } from '../wire/revocations-from-wire.js';
import type { GatewayClient } from './gateway-client.js';

const FRESH_MS = 1_000;
/** Long enough to be cheap, and short of the age at which calls are denied. */
const WAIT_SECONDS = 10;

/** The feed of revocations as far as it was read. There is one reader at a time: a follower, or the calls themselves. */
export class Feed {
  view = new RevocationView();
  #readToEndAt = Number.NEGATIVE_INFINITY;
  #followers = 0;
  #underway: Promise<void> | undefined;

  constructor(
    private readonly client: GatewayClient,
    private readonly environmentId: string,
    private readonly now: () => number,
    private readonly failed: (error: unknown) => void,
  ) {}

  get ageSeconds(): number {
    return (this.now() - this.#readToEndAt) / 1000;
  }

  /** Reads what is new, unless somebody follows it or it was read a moment ago. */
  async refresh(): Promise<void> {
    const age = this.ageSeconds;
    if (this.#followers > 0 || (age >= 0 && age * 1000 <= FRESH_MS)) return;
    this.#underway ??= this.#readToEnd();
    await this.#underway;
  }

  /** Reads it as it grows, and gives what was applied. Throws where it cannot be read; following anew goes on from there. */
  async *follow(): AsyncGenerator<readonly FeedRevocation[], never, undefined> {
    await this.#underway;
    this.#followers += 1;
    try {
      for (let wait = 0; ; ) {
        const items = await this.#readPage(wait);
        wait = items.length > 0 ? 0 : WAIT_SECONDS;
        yield items;
      }
    } finally {
      this.#followers -= 1;
    }
  }

  async #readToEnd(): Promise<void> {
    try {
      while ((await this.#readPage(0)).length > 0);
    } catch (error) {
      this.failed(error);
    } finally {
      this.#underway = undefined;
    }
  }

  async #readPage(wait: number): Promise<readonly FeedRevocation[]> {
    const readAt = this.now();
    const request = { environment_id: this.environmentId, after: this.view.lastSequence, wait };
    const page = revocationsFromWire(await this.client.readRevocations(request));
    const isWhole = this.view.apply(page);
    // A feed that ends before what was read of it is another one, as after a restore: it is read from its beginning.
    if (!isWhole && page.items.length === 0) this.view = new RevocationView();
    if (!isWhole) throw new Error('the feed of revocations has a gap');
    if (page.items.length === 0) this.#readToEndAt = readAt;
    return page.items;
  }
}
