import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_SERVICES, type ServiceName } from '../test-services/shared-services.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// A suite says by its function, or by the variable that it reads, which service it needs.
const SIGNS: Readonly<Record<ServiceName, RegExp>> = {
  Redis: /\bdescribeWith(Own)?Redis\(|\bGOVGATE_TEST_REDIS_URL\b/,
  MongoDB: /\bdescribeWith(Own)?Mongo\(|\bGOVGATE_TEST_MONGO_URL\b/,
  Chromium: /\bdescribeWithChromium\(|\bGOVGATE_TEST_CHROMIUM\b/,
};

/** The services that some of the files need. */
export const neededServices = (files: readonly string[]): readonly ServiceName[] => {
  const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  return ALL_SERVICES.filter((service) => texts.some((text) => SIGNS[service].test(text)));
};
