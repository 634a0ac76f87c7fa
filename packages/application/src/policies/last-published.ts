import type { PolicyVersion, Scope } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import { LRUCache } from 'lru-cache';

/** The length of all manifests that are held, in characters, and what a version takes besides. */
const HELD_CHARACTERS = 4_000_000;
const BESIDES = 1_000;
/** Environments of which it is remembered that others publish there too, and for how long. */
const SHARED = { max: 10_000, ttl: 60_000 };

/**
 * The versions that this process published last, so that the next publish need not look for what it supersedes. Whoever goes by one
 * writes it at the version it had: where another process was faster the commit is a conflict, and the store is asked from then on.
 */
export class LastPublished {
  readonly #versions = new LRUCache<string, Stored<PolicyVersion>>({
    maxSize: HELD_CHARACTERS,
    sizeCalculation: ({ record }) => BESIDES + this.#lengthOf(record.body),
  });
  readonly #shared = new LRUCache<string, true>(SHARED);
  readonly #lengths = new WeakMap<object, number>();

  /** The version that was active when this process last published in an environment; undefined where the store must be asked. */
  of(scope: Scope): Stored<PolicyVersion> | undefined {
    return this.#versions.get(keyOf(scope));
  }

  /** A version is about to be committed as the active one of its environment. Whether the next publish may go by that. */
  published(stored: Stored<PolicyVersion>): boolean {
    const key = keyOf(stored.record);
    if (this.#shared.has(key)) return false;
    this.#versions.set(key, stored);
    return this.#versions.has(key);
  }

  /** That was not committed, or something else was. */
  overtaken(scope: Scope): void {
    const key = keyOf(scope);
    if (this.#versions.delete(key)) this.#shared.set(key, true);
  }

  // Records of one manifest share its object, so that it is seldom measured.
  #lengthOf(body: object): number {
    const known = this.#lengths.get(body);
    if (known !== undefined) return known;
    const { length } = JSON.stringify(body);
    this.#lengths.set(body, length);
    return length;
  }
}

const keyOf = ({ tenantId, environmentId }: Scope): string => JSON.stringify([tenantId, environmentId]);
