import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Each set of rules, and the folders of a checkout that it judges. */
const RULES = [
  { config: '.dependency-cruiser.mjs', folders: ['packages', 'tools', 'examples'] },
  { config: '.dependency-cruiser-rooms.mjs', folders: ['packages'] },
];

/**
 * What each set of this repository's rules says of the imports of a checkout. One process looks by all of them, as a start takes as long
 * as the smaller one; it works in that folder from then on.
 */
export const cruiseCheckout = async (checkout: string): Promise<readonly ICruiseResult[]> => {
  process.chdir(checkout);
  const results: ICruiseResult[] = [];
  for (const { config, folders } of RULES) {
    const options = await extractDepcruiseOptions(join(ROOT, config));
    const { output } = await cruise(folders, { ...options, validate: true });
    results.push(output as ICruiseResult);
  }
  return results;
};
