import { posix } from 'node:path';

/** Files of the repository that the site serves as they are, under the folder that they stand in below docs. */
export const PUBLISHED_FILES = [
  'docs/generated/openapi.json',
  'docs/generated/policy-manifest.schema.json',
  'docs/generated/reference.html',
  'docs/generated/reference/redoc.standalone.js',
  'docs/generated/reference/start.js',
] as const;

const PROJECT_PAGES: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': 'project/architecture.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'CHANGELOG.md': 'project/changelog.md',
};

/** The page of the site that a Markdown file of the repository becomes; undefined where it becomes none. */
export const pageOf = (file: string): string | undefined => {
  if (!file.endsWith('.md')) return undefined;
  const path = PROJECT_PAGES[file] ?? pathBelow(file);
  return path?.replace(/(^|\/)README\.md$/, '$1index.md');
};

const pathBelow = (file: string): string | undefined => {
  if (file.startsWith('docs/')) return file.slice('docs/'.length);
  return /^(examples\/[^/]+|integrations(\/[^/]+)?)\/README\.md$/.test(file) ? file : undefined;
};

/** Where a link of a file leads, as a path of the repository; undefined for what leads out of it or stays on the page. */
export const targetOf = (file: string, href: string): { path: string; hash: string } | undefined => {
  if (/^([a-z][a-z0-9+.-]*:|\/|#|$)/i.test(href)) return undefined;
  const [path = '', hash] = decodeURI(href).split('#');
  return {
    path: posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, ''),
    hash: hash === undefined ? '' : `#${hash}`,
  };
};
