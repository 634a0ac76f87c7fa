/** Values a group of units reads once and writes once: heads and counters. What the open unit set is kept or discarded with it. */
export class GroupCache<V> {
  readonly #kept = new Map<string, V>();
  readonly #written = new Set<string>();
  readonly #open = new Map<string, V>();

  constructor(
    private readonly load: (key: readonly string[]) => V,
    private readonly store: (key: readonly string[], value: V) => void,
  ) {}

  get(...key: readonly string[]): V {
    const text = JSON.stringify(key);
    const known = this.#open.get(text) ?? this.#kept.get(text);
    if (known !== undefined) return known;
    const loaded = this.load(key);
    this.#kept.set(text, loaded);
    return loaded;
  }

  set(value: V, ...key: readonly string[]): void {
    this.#open.set(JSON.stringify(key), value);
  }

  keepUnit(): void {
    for (const [text, value] of this.#open) {
      this.#kept.set(text, value);
      this.#written.add(text);
    }
    this.#open.clear();
  }

  dropUnit(): void {
    this.#open.clear();
  }

  /** Writes what the kept units set. */
  flush(): void {
    for (const text of this.#written) this.store(JSON.parse(text) as string[], this.#kept.get(text) as V);
  }
}
