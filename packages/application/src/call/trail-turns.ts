/** How many callers may read a tenant's whole trail at a time (decisions, section 16, "Limits"). */
const AT_A_TIME = 2;

/**
 * Who is reading whole trails in this process. Callers beyond the limit are refused at once: a waiting one would hold a connection for as
 * long as the others take.
 */
export class TrailTurns {
  readonly #reading = new Map<string, number>();

  /** A turn, as the function that releases it (once, however often it is called); undefined at the limit. */
  take(tenantId: string): (() => void) | undefined {
    const reading = this.#reading.get(tenantId) ?? 0;
    if (reading >= AT_A_TIME) return undefined;
    this.#reading.set(tenantId, reading + 1);
    let held = true;
    return () => {
      if (held) this.#giveBack(tenantId);
      held = false;
    };
  }

  #giveBack(tenantId: string): void {
    const left = (this.#reading.get(tenantId) ?? 1) - 1;
    if (left === 0) this.#reading.delete(tenantId);
    else this.#reading.set(tenantId, left);
  }
}
