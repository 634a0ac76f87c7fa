import { randomUUID } from 'node:crypto';
import { startableMongo } from './mongo-kind.js';
import { canStartRedis } from './redis-server.js';

/** A suite that runs only where its service is; elsewhere every test of it counts as skipped, and the run says so. */
type ServiceSuite = (title: string, body: (url: string) => void) => void;

const suiteWith =
  (service: string, variable: string, limitMs?: number): ServiceSuite =>
  (title, body) => {
    const url = process.env[variable];
    if (url)
      describe(title, function () {
        if (limitMs !== undefined) this.timeout(limitMs);
        body(url);
      });
    else describe.skip(`${title} (needs ${service}: ${variable} is not set)`, () => body(''));
  };

/** A suite over the run's shared Redis. Use a key prefix of your own: other suites share it. */
export const describeWithRedis = suiteWith('Redis', 'GOVGATE_TEST_REDIS_URL');

/** A suite over the run's shared MongoDB. Take a database of your own: `freshMongoUrl(url)`. */
export const describeWithMongo = suiteWith('MongoDB', 'GOVGATE_TEST_MONGO_URL');

/** A suite in a real browser; it gets the browser's program. A story is many steps, and each may wait for a busy machine. */
export const describeWithChromium = suiteWith('Chromium', 'GOVGATE_TEST_CHROMIUM', 180_000);

/** The same server with a database that nobody else uses. */
export const freshMongoUrl = (url: string): string => {
  const fresh = `govgate_${randomUUID().replaceAll('-', '')}`;
  return url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${fresh}`);
};

/**
 * A test of what only MongoDB's own server does. Where another one answers it is not part of the run, rather than skipped:
 * nothing is missing that could be installed. The test command says so.
 */
export const itOnMongod = (title: string, body: Mocha.Func | Mocha.AsyncFunc): void => {
  if (process.env.GOVGATE_TEST_MONGO_KIND === 'mongod') it(title, body);
};

// Starting, killing and restarting real servers takes longer than a unit test may.
const OWN_SERVER_LIMIT_MS = 180_000;

const suiteWithOwn =
  (need: string, canStart: () => boolean) =>
  (title: string, body: () => void): void => {
    if (!canStart()) {
      describe.skip(`${title} (needs ${need})`, body);
      return;
    }
    describe(title, function () {
      this.timeout(OWN_SERVER_LIMIT_MS);
      body();
    });
  };

/** A suite that starts Redis servers of its own (`startRedis`), to kill, freeze and restart them. */
export const describeWithOwnRedis = suiteWithOwn('redis-server on PATH', canStartRedis);

/** A suite that starts MongoDB servers of its own (`startMongo`), to kill, freeze and restart them. */
export const describeWithOwnMongo = suiteWithOwn(
  'mongod or SecantusDB',
  () => startableMongo() !== undefined,
);
