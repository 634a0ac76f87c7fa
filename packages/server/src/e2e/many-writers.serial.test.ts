import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnService } from '../testing/processes/spawned-service.js';
import { raceOfManyWriters, type Writers } from '../testing/races/many-writers.js';
import { startTestService } from '../testing/test-service.js';

const CROWD = { publishers: 200, joiners: 200 };

const oneService = async (on: 'memory' | 'sqlite'): Promise<Writers> => {
  const { call, ports, stop } = await startTestService({ on });
  return { calls: [call], ports, stop };
};

/** Two processes over one file, which the test writes to before they race. */
const twoProcesses = async (): Promise<Writers> => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-writers-'));
  const settings = { GOVGATE_DATA: folder };
  const { ports, stop } = await startTestService({ on: 'sqlite', settings });
  const services = await Promise.all([spawnService(settings), spawnService(settings)]);
  return {
    calls: services.map(({ call }) => call),
    ports,
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

for (const on of ['memory', 'sqlite'] as const)
  describe(`callers who change one thing at once, on ${on}`, () =>
    raceOfManyWriters(() => oneService(on), CROWD));

describe('callers who change one thing at once, on two processes over one file', () =>
  raceOfManyWriters(twoProcesses, CROWD));
