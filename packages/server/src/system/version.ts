import { readFileSync } from 'node:fs';

/** The version of this package. Its file lies two folders up, from a source, a build and a bundle alike. */
export const version = (): string => {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
};
