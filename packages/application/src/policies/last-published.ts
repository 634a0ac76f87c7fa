import type { PolicyVersion, Scope } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import { LRUCache } from 'lru-cache';

/** Total length of cached manifests, in characters, and the overhead of a version. */
const HELD_CHARACTERS = 4_000_000;
const BESIDES = 1_000;
/** Environments where other processes also publish, and for how long that is remembered. */
const SHARED = { maxSize: 10_000, sizeCalculation: () => 1, ttl: 60_000 };

/** A publish whose commit is in progress. */
interface UnderWay {
  readonly stored: Stored<PolicyVersion>;
  /** The versions it writes. */
  readonly ids: readonly string[];
  readonly settled: Promise<void>;
  readonly settle: () => void;
}

/**
 * The versions this process published last, or is about to, so that the next publish need not look up what it supersedes. Whoever relies on
 * one writes it at its known version: if another process was faster, the commit is a conflict, and from then on the store is asked.
 */
export class LastPublished {
  readonly #versions = new LRUCache<string, Stored<PolicyVersion>>({
    maxSize: HELD_CHARACTERS,
    sizeCalculation: ({ record }) => BESIDES + this.#lengthOf(record.body),
  });
  readonly #shared = new LRUCache<string, true>(SHARED);
  readonly #lengths = new WeakMap<object, number>();
  readonly #underWay = new Map<string, Set<UnderWay>>();

  /** The version that the next publish in an environment supersedes; undefined if the store must be asked. */
  of(scope: Scope): Stored<PolicyVersion> | undefined {
    const key = keyOf(scope);
    // Another process may have published since, but not between two of which the second is decided on the first.
    return this.#shared.has(key) && !this.#underWay.has(key) ? undefined : this.#versions.get(key);
  }

  /**
   * A version is about to be committed as active in its environment. Returns whether the next publish may rely on it. Not if what this one
   * relied on was lost meanwhile: then this one is lost too.
   */
  begun(
    stored: Stored<PolicyVersion>,
    { ids, held }: { readonly ids: readonly string[]; readonly held: Stored<PolicyVersion> | undefined },
  ): boolean {
    const key = keyOf(stored.record);
    if (this.of(stored.record) !== held) return false;
    this.#versions.set(key, stored);
    if (!this.#versions.has(key)) return false;
    const here = this.#underWay.get(key) ?? new Set();
    this.#underWay.set(key, here.add({ stored, ids, ...settling() }));
    return true;
  }

  /** That commit ended. If it was lost, something else was committed meanwhile, and what was decided on it is lost with it. */
  ended(stored: Stored<PolicyVersion>, committed: boolean): void {
    const key = keyOf(stored.record);
    const here = this.#underWay.get(key) ?? new Set();
    for (const one of here)
      if (one.stored === stored) {
        here.delete(one);
        one.settle();
      }
    if (here.size === 0) this.#underWay.delete(key);
    if (committed) return;
    this.#versions.delete(key);
    this.#shared.set(key, true);
  }

  /** Resolves when nothing is in progress in an environment, or nothing that writes the version. Undefined: already so. */
  settled(scope: Scope, id?: string): Promise<void> | undefined {
    const waits = [...(this.#underWay.get(keyOf(scope)) ?? [])].filter(
      ({ ids }) => id === undefined || ids.includes(id),
    );
    return waits.length === 0
      ? undefined
      : Promise.all(waits.map((one) => one.settled)).then(() => this.settled(scope, id));
  }

  // Records of one manifest share its object, so it is rarely measured.
  #lengthOf(body: object): number {
    const known = this.#lengths.get(body);
    if (known !== undefined) return known;
    const { length } = JSON.stringify(body);
    this.#lengths.set(body, length);
    return length;
  }
}

const settling = (): Pick<UnderWay, 'settled' | 'settle'> => {
  let settle = (): void => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { settled, settle: () => settle() };
};

const keyOf = ({ tenantId, environmentId }: Scope): string => JSON.stringify([tenantId, environmentId]);
