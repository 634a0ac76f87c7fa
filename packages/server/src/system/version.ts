import { readFileSync } from 'node:fs';

/** This package's version. Its package.json is two folders up, from source, build and bundle alike. */
export const version = (): string => {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
};
