interface PendingRead<D> {
  readonly answer: Promise<D | undefined>;
  readonly resolve: (document: D | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Most keys in one command, */
const MOST_KEYS = 500;
/** and most commands at once: a hanging one must not block those behind it. */
const MOST_COMMANDS = 4;

/**
 * Batches reads by key that arrive at nearly the same time into one command: the driver's and server's overhead for a command is many times
 * that of a document. A key is read after it was requested, never before, so every call sees what was committed when it began.
 */
export class ReadsTogether<D extends { readonly _id: string }> {
  #asked = new Map<string, PendingRead<D>>();
  #commands = 0;
  #scheduled = false;

  constructor(private readonly find: (keys: readonly string[]) => Promise<readonly D[]>) {}

  /** The document with this key. Shared between callers. */
  get(key: string): Promise<D | undefined> {
    const request = this.#asked.get(key) ?? this.#ask(key);
    return request.answer;
  }

  #ask(key: string): PendingRead<D> {
    const request = promised<D>();
    this.#asked.set(key, request);
    this.#schedule();
    return request;
  }

  // Requests of the same turn of the event loop are batched; waiting longer would slow down a lone call.
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#commands < MOST_COMMANDS && this.#asked.size > 0) void this.#send();
    });
  }

  async #send(): Promise<void> {
    const taken = this.#take();
    this.#commands += 1;
    try {
      const found = new Map((await this.find([...taken.keys()])).map((document) => [document._id, document]));
      for (const [key, { resolve }] of taken) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of taken.values()) reject(error);
    } finally {
      this.#commands -= 1;
      if (this.#asked.size > 0) this.#schedule();
    }
  }

  #take(): ReadonlyMap<string, PendingRead<D>> {
    const all = [...this.#asked];
    this.#asked = new Map(all.slice(MOST_KEYS));
    if (this.#asked.size > 0) this.#schedule();
    return new Map(all.slice(0, MOST_KEYS));
  }
}

const promised = <D>(): PendingRead<D> => {
  let resolve: PendingRead<D>['resolve'] = () => undefined;
  let reject: PendingRead<D>['reject'] = () => undefined;
  const answer = new Promise<D | undefined>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { answer, resolve, reject };
};
