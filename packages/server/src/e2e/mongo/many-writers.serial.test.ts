import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import { startMongoPair } from '../../testing/processes/mongo-pair.js';
import { raceOfManyWriters, type Writers } from '../../testing/races/many-writers.js';
import { startTestService } from '../../testing/test-service.js';

/**
 * Publishes share transactions, so two hundred at once are served on a slow server too. Members are judged one after the other, each with sixteen
 * questions to the store: the test server answers them for some twenty of them within the four seconds that a caller waits.
 */
const CROWD = { publishers: 200, joiners: 20 };

const oneService = async (): Promise<Writers> => {
  const { call, ports, stop } = await startTestService({ on: 'mongo' });
  return { calls: [call], ports, stop };
};

const twoProcesses = async (serverUrl: string): Promise<Writers> => {
  const pair = await startMongoPair(serverUrl);
  const settings = { GOVGATE_MONGO_URL: pair.database.url, GOVGATE_KEYS_IN_STORE: 'true' };
  const { ports, stop } = await startTestService({ on: 'mongo', settings });
  return {
    calls: [pair.a.call, pair.b.call],
    ports,
    stop: async () => {
      await stop();
      await pair.dispose();
    },
  };
};

describeWithMongo('callers who change one thing at once, on MongoDB', () =>
  raceOfManyWriters(oneService, CROWD),
);

describeWithMongo('callers who change one thing at once, on two processes over one MongoDB', (serverUrl) =>
  raceOfManyWriters(() => twoProcesses(serverUrl), CROWD),
);
