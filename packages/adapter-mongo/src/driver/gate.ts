import { PortUnavailable } from '@govgate/ports';

/** Whether the store still accepts work. */
export class Gate {
  #open = true;

  assertOpen(): void {
    if (!this.#open) throw new PortUnavailable('store', { cause: new Error('the store was closed') });
  }

  close(): void {
    this.#open = false;
  }
}
