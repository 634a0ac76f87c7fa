import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import { startTestService, type TestService, type TestServiceOptions } from '../test-service.js';
import { EmptiedDatabases } from './emptied-databases.js';

/** Starts a service on the store that a suite is run on. */
export type StartService = (options?: Omit<TestServiceOptions, 'on'>) => Promise<TestService>;

/** Runs a suite on every store. */
export const onEveryStore = (
  title: string,
  suite: (start: StartService, on: 'memory' | 'sqlite' | 'mongo') => void,
): void => {
  for (const on of ['memory', 'sqlite'] as const)
    describe(`${title}, on ${on}`, () => suite((options) => startTestService({ ...options, on }), on));
  describeWithMongo(`${title}, on mongo`, () => {
    const databases = new EmptiedDatabases();
    suite((options) => databases.start(options), 'mongo');
    after(() => databases.drop());
  });
};
