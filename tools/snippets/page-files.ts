import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The checkout that the pages stand in. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The pages whose blocks run: those that say what to do. Decisions and generated pages say what is. */
export const pageFiles = (): readonly string[] => [
  'README.md',
  'CONTRIBUTING.md',
  'docs/index.md',
  ...readdirSync(`${ROOT}docs/how-to`)
    .sort()
    .map((file) => `docs/how-to/${file}`),
];
