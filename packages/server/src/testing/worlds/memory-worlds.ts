import type { GovernanceStore } from '@govgate/ports';
import { createMemoryData, createMemoryStore, type MemoryData } from '@govgate/ports-testkit';
import { makeServerKeys } from '../../system/server-keys.js';
import { startTestService, type TestService } from '../test-service.js';

/**
 * Filled worlds in memory. Filling one takes several times as long as copying the result, which is kept with the keys with which
 * its tokens were created.
 */
export class MemoryWorlds<T> {
  readonly #keys = makeServerKeys();
  #filled: { readonly data: MemoryData; readonly world: T } | undefined;

  constructor(
    private readonly fill: (service: TestService) => Promise<T>,
    private readonly storeOver = (data: MemoryData): GovernanceStore => createMemoryStore({ data }),
  ) {}

  /** A new service over a copy of the world as it was filled. */
  async open(): Promise<{ readonly service: TestService; readonly world: T }> {
    this.#filled ??= await this.#fillTemplate();
    const { data, world } = this.#filled;
    return { service: await this.#start(structuredClone(data)), world };
  }

  async #fillTemplate(): Promise<{ readonly data: MemoryData; readonly world: T }> {
    const data = createMemoryData();
    const service = await this.#start(data);
    const world = await this.fill(service);
    // Stopping signs one more checkpoint.
    const filled = structuredClone(data);
    await service.stop();
    return { data: filled, world };
  }

  #start(data: MemoryData): Promise<TestService> {
    return startTestService({ store: this.storeOver(data), keys: this.#keys });
  }
}
