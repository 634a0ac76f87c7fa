import { installDebianPackage, mayInstallPackages } from './debian-package.js';
import { findProgram } from './find-program.js';
import { startMongo } from './mongo-server.js';
import { canStartRedis, startRedis } from './redis-server.js';
import { installSecantusDb } from './secantusdb.js';

/** A service that the tests cannot have, why, and what would help. */
export interface MissingService {
  readonly service: ServiceName;
  readonly why: string;
  readonly remedy: string;
}

/** The services of one test run: the variables that show them to the tests, and what is missing. */
export interface SharedServices {
  readonly env: Readonly<Record<string, string>>;
  readonly missing: readonly MissingService[];
  stop(): Promise<void>;
}

/** What a run without services has. */
const NO_SERVICES: SharedServices = { env: {}, missing: [], stop: async () => undefined };

interface Offer {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The services that tests may ask for. */
export type ServiceName = 'Redis' | 'MongoDB' | 'Chromium';

interface Provider {
  readonly service: ServiceName;
  readonly remedy: string;
  /** How to start the service, or undefined where there is no way to have it. Fetches what it takes, once. */
  readonly prepare: () => Promise<(() => Promise<Offer>) | undefined>;
}

const given = (env: Readonly<Record<string, string>>) => async (): Promise<Offer> => ({
  env,
  stop: async () => undefined,
});

const prepareRedis: Provider['prepare'] = async () => {
  const { GOVGATE_TEST_REDIS_URL } = process.env;
  if (GOVGATE_TEST_REDIS_URL) return given({ GOVGATE_TEST_REDIS_URL });
  if (!canStartRedis() && mayInstallPackages()) await installDebianPackage('redis-server');
  if (!canStartRedis()) return undefined;
  return async () => {
    const redis = await startRedis();
    return { env: { GOVGATE_TEST_REDIS_URL: redis.url }, stop: () => redis.dispose() };
  };
};

const prepareMongo: Provider['prepare'] = async () => {
  const { GOVGATE_TEST_MONGO_URL, GOVGATE_TEST_MONGO_KIND = 'mongod' } = process.env;
  if (GOVGATE_TEST_MONGO_URL) return given({ GOVGATE_TEST_MONGO_URL, GOVGATE_TEST_MONGO_KIND });
  if (findProgram('mongod') === undefined && (await installSecantusDb()) === undefined) return undefined;
  return async () => {
    const mongo = await startMongo({ unkilled: true });
    return {
      env: { GOVGATE_TEST_MONGO_URL: mongo.url, GOVGATE_TEST_MONGO_KIND: mongo.kind },
      stop: () => mongo.dispose(),
    };
  };
};

// The shell renders the same with half the work: it draws no window around the page.
const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const findBrowser = (): string | undefined =>
  BROWSERS.map(findProgram).find((program) => program !== undefined);

// Not a server: each suite starts a browser of its own.
const prepareChromium: Provider['prepare'] = async () => {
  const { GOVGATE_TEST_CHROMIUM } = process.env;
  if (GOVGATE_TEST_CHROMIUM) return given({ GOVGATE_TEST_CHROMIUM });
  if (findBrowser() === undefined && mayInstallPackages())
    await installDebianPackage('chromium-headless-shell');
  const program = findBrowser();
  return program === undefined ? undefined : given({ GOVGATE_TEST_CHROMIUM: program });
};

/** One row for each service that tests may ask for. */
const PROVIDERS: readonly Provider[] = [
  {
    service: 'Redis',
    remedy: 'install redis-server (Debian: apt-get install redis-server) or set GOVGATE_TEST_REDIS_URL',
    prepare: prepareRedis,
  },
  {
    service: 'MongoDB',
    remedy:
      'install mongod >= 7.0, or Python 3.10 to 3.13 with venv (Debian: apt-get install python3-venv), or set GOVGATE_TEST_MONGO_URL',
    prepare: prepareMongo,
  },
  {
    service: 'Chromium',
    remedy:
      'install chromium (Debian: apt-get install chromium-headless-shell) or set GOVGATE_TEST_CHROMIUM to a browser',
    prepare: prepareChromium,
  },
];

const ALL_SERVICES: readonly ServiceName[] = PROVIDERS.map(({ service }) => service);

/** Starts every service that is wanted and can be had; one that cannot is reported, not thrown. */
export const startSharedServices = async (
  wanted: readonly ServiceName[] = ALL_SERVICES,
): Promise<SharedServices> => {
  const [services] = await startServicesForLanes(1, wanted);
  return services ?? NO_SERVICES;
};

/** Starts as many sets of services as there are lanes: what one lane does to its servers is no matter to the others. */
export const startServicesForLanes = async (
  lanes: number,
  wanted: readonly ServiceName[] = ALL_SERVICES,
): Promise<readonly SharedServices[]> => {
  const providers = PROVIDERS.filter(({ service }) => wanted.includes(service));
  const outcomes = await Promise.all(providers.map((provider) => outcomesOf(provider, lanes)));
  return Array.from({ length: lanes }, (_, lane) => {
    const own = outcomes.flatMap((each) => each[lane] ?? []);
    const offers = own.flatMap((outcome) => ('offer' in outcome ? [outcome.offer] : []));
    return {
      env: Object.assign({}, ...offers.map(({ env }) => env)),
      missing: own.flatMap((outcome) => ('missing' in outcome ? [outcome.missing] : [])),
      stop: async () => {
        await Promise.all(offers.map((offer) => offer.stop()));
      },
    };
  });
};

type Outcome = { readonly offer: Offer } | { readonly missing: MissingService };

const outcomesOf = async (
  { service, remedy, prepare }: Provider,
  lanes: number,
): Promise<readonly Outcome[]> => {
  const missing = (why: string): Outcome => ({ missing: { service, why, remedy } });
  const failed = (error: unknown): Outcome => missing(error instanceof Error ? error.message : String(error));
  const every = (outcome: () => Promise<Outcome>): Promise<Outcome[]> =>
    Promise.all(Array.from({ length: lanes }, outcome));
  try {
    const start = await prepare();
    if (start === undefined) return await every(async () => missing('not installed'));
    return await every(async () => start().then((offer) => ({ offer }), failed));
  } catch (error) {
    return every(async () => failed(error));
  }
};

/** The loud words about missing services; "" when all are there. */
export const missingBanner = (missing: readonly MissingService[]): string => {
  if (missing.length === 0) return '';
  const rule = '!'.repeat(100);
  const lines = missing.map((one) => `! ${one.service} is missing: ${one.why}\n! -> ${one.remedy}`);
  return [rule, '! Tests that need these services are skipped.', ...lines, rule].join('\n');
};
