import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService, type TestService } from '../test-service.js';

/**
 * Filled worlds on embedded stores, each in its own folder. Creating the tables and filling them takes many times as long
 * as copying a finished folder, with the keys with which its tokens were created.
 */
export class SqliteWorlds<T> {
  readonly #folder = mkdtempSync(join(tmpdir(), 'govgate-worlds-'));
  #filled: { readonly template: string; readonly world: T } | undefined;
  #opened = 0;

  constructor(private readonly fill: (service: TestService) => Promise<T>) {}

  /** A new service over a copy of the world as it was filled. */
  async open(): Promise<{ readonly service: TestService; readonly world: T }> {
    this.#filled ??= await this.#fillTemplate();
    const { template, world } = this.#filled;
    this.#opened += 1;
    const folder = join(this.#folder, String(this.#opened));
    cpSync(template, folder, { recursive: true });
    const service = await this.#start(folder);
    const stop = async (): Promise<void> => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { service: { ...service, stop }, world };
  }

  async drop(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #fillTemplate(): Promise<{ readonly template: string; readonly world: T }> {
    const template = join(this.#folder, 'template');
    const service = await this.#start(template);
    const world = await this.fill(service);
    await service.stop();
    return { template, world };
  }

  #start(folder: string): Promise<TestService> {
    return startTestService({ on: 'sqlite', settings: { GOVGATE_DATA: folder } });
  }
}
