import { installDebianPackage, mayInstallPackages } from './debian-package.js';
import { findProgram } from './find-program.js';
import { startMongo } from './mongo-server.js';
import { canStartRedis, startRedis } from './redis-server.js';
import { installSecantusDb } from './secantusdb.js';

/** A service that the tests cannot have, why, and what would help. */
export interface MissingService {
  readonly service: string;
  readonly why: string;
  readonly remedy: string;
}

/** The services of one test run: the variables that tell the tests of them, and what is missing. */
export interface SharedServices {
  readonly env: Readonly<Record<string, string>>;
  readonly missing: readonly MissingService[];
  stop(): Promise<void>;
}

interface Offer {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface Provider {
  readonly service: string;
  readonly remedy: string;
  /** The service, or undefined where there is no way to have it. */
  readonly provide: () => Promise<Offer | undefined>;
}

const NOTHING_TO_STOP = async (): Promise<void> => undefined;

const provideRedis = async (): Promise<Offer | undefined> => {
  const given = process.env.GOVGATE_TEST_REDIS_URL;
  if (given) return { env: { GOVGATE_TEST_REDIS_URL: given }, stop: NOTHING_TO_STOP };
  if (!canStartRedis() && mayInstallPackages()) await installDebianPackage('redis-server');
  if (!canStartRedis()) return undefined;
  const redis = await startRedis();
  return { env: { GOVGATE_TEST_REDIS_URL: redis.url }, stop: () => redis.dispose() };
};

const provideMongo = async (): Promise<Offer | undefined> => {
  const given = process.env.GOVGATE_TEST_MONGO_URL;
  const kind = process.env.GOVGATE_TEST_MONGO_KIND ?? 'mongod';
  if (given) {
    return {
      env: { GOVGATE_TEST_MONGO_URL: given, GOVGATE_TEST_MONGO_KIND: kind },
      stop: NOTHING_TO_STOP,
    };
  }
  if (findProgram('mongod') === undefined && (await installSecantusDb()) === undefined) return undefined;
  const mongo = await startMongo();
  return {
    env: { GOVGATE_TEST_MONGO_URL: mongo.url, GOVGATE_TEST_MONGO_KIND: mongo.kind },
    stop: () => mongo.dispose(),
  };
};

/** One row for each service that tests may ask for. */
const PROVIDERS: readonly Provider[] = [
  {
    service: 'Redis',
    remedy: 'install redis-server (Debian: apt-get install redis-server) or set GOVGATE_TEST_REDIS_URL',
    provide: provideRedis,
  },
  {
    service: 'MongoDB',
    remedy:
      'install mongod >= 7.0, or Python 3.10 to 3.13 with venv (Debian: apt-get install python3-venv), or set GOVGATE_TEST_MONGO_URL',
    provide: provideMongo,
  },
];

/** Starts every service that can be had; a service that cannot is told, not thrown. */
export const startSharedServices = async (): Promise<SharedServices> => {
  const outcomes = await Promise.all(PROVIDERS.map(outcomeOf));
  const offers = outcomes.flatMap((outcome) => ('offer' in outcome ? [outcome.offer] : []));
  return {
    env: Object.assign({}, ...offers.map((offer) => offer.env)),
    missing: outcomes.flatMap((outcome) => ('missing' in outcome ? [outcome.missing] : [])),
    stop: async () => {
      await Promise.all(offers.map((offer) => offer.stop()));
    },
  };
};

const outcomeOf = async (
  provider: Provider,
): Promise<{ readonly offer: Offer } | { readonly missing: MissingService }> => {
  const { service, remedy } = provider;
  try {
    const offer = await provider.provide();
    return offer === undefined ? { missing: { service, why: 'not installed', remedy } } : { offer };
  } catch (error) {
    return { missing: { service, why: error instanceof Error ? error.message : String(error), remedy } };
  }
};

/** The loud words about missing services; "" when all are there. */
export const missingBanner = (missing: readonly MissingService[]): string => {
  if (missing.length === 0) return '';
  const rule = '!'.repeat(100);
  const lines = missing.map((one) => `! ${one.service} is missing: ${one.why}\n! -> ${one.remedy}`);
  return [rule, '! Tests that need these services are skipped.', ...lines, rule].join('\n');
};
