import { missingBanner, type SharedServices, startSharedServices } from '../test-services/shared-services.js';
import { neededServices } from './needed-services.js';
import { chosenTests } from './test-files.js';

/** Test files that somebody chose, with the services that they need. */
export interface Selection {
  readonly files: readonly string[];
  readonly services: SharedServices;
  /** What is meant for mocha. */
  readonly mochaArguments: readonly string[];
}

/** Reads `PATTERN... [MOCHA'S OPTIONS]` and starts what the files need; ends the process where nothing is chosen. */
export const selectTests = async (usage: string): Promise<Selection> => {
  const given = process.argv.slice(2);
  const firstOption = given.findIndex((one) => one.startsWith('-'));
  const patterns = firstOption === -1 ? given : given.slice(0, firstOption);
  const files = chosenTests(patterns);
  if (files.length === 0) {
    console.error(patterns.length === 0 ? `usage: ${usage}` : `no file matches ${patterns.join(' ')}`);
    process.exit(2);
  }
  const services = await startSharedServices(neededServices(files));
  const banner = missingBanner(services.missing);
  if (banner !== '') console.error(banner);
  return { files, services, mochaArguments: firstOption === -1 ? [] : given.slice(firstOption) };
};
