/** How many may read a tenant's whole trail at a time (decisions, section 16, "Limits"). */
const AT_A_TIME = 2;

/** Who reads whole trails in this process. One more than may is sent away at once: a caller who waited would hold a connection for as long as the others take. */
export class TrailTurns {
  readonly #reading = new Map<string, number>();

  /** A turn, as the function that gives it back (once, however often it is called); undefined when as many read as may. */
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
