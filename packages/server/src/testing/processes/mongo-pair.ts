import { type MongoDatabase, takeMongoDatabase } from '../stores/mongo-database.js';
import { runCli, type SpawnedService, spawnService } from './spawned-service.js';

/** Two API processes over one MongoDB, as behind a load balancer. */
export interface MongoPair {
  readonly a: SpawnedService;
  readonly b: SpawnedService;
  readonly database: MongoDatabase;
  /** Another process over the same database. */
  another(): Promise<SpawnedService>;
  /** Runs a command on it. */
  cli(args: readonly string[]): ReturnType<typeof runCli>;
  /** Ends the processes; the database stays. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}

export const startMongoPair = async (
  serverUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<MongoPair> => {
  const database = takeMongoDatabase(serverUrl);
  const environment = { GOVGATE_MONGO_URL: database.url, GOVGATE_KEYS_IN_STORE: 'true', ...settings };
  const services: SpawnedService[] = [];
  const another = async (): Promise<SpawnedService> => {
    const service = await spawnService(environment);
    services.push(service);
    return service;
  };
  const kill = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.kill()));
  };
  const [a, b] = await Promise.all([another(), another()]);
  return {
    a,
    b,
    database,
    another,
    cli: (args) => runCli(args, environment),
    kill,
    dispose: async () => {
      await kill();
      await database.drop();
    },
  };
};
