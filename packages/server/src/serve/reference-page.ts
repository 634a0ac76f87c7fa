import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from '@govgate/adapter-http';

/**
 * Scripts of our own only, styles only as scripts set them (the hashes are those of an empty style element and of the one that
 * Redoc's scroll bars come with), and a worker that the script makes for its search. Nothing may be fetched, from anywhere.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
  'img-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const SCRIPT = 'text/javascript; charset=utf-8';

/** Where the build puts the page: next to the bundled command, or in `dist` where the service runs from its sources. */
const FOLDERS = ['../', '../../dist/'];

/** The API reference as the build made it; nothing where there was no build. */
export const referencePage = (): readonly StaticFile[] => {
  const folder = FOLDERS.map((place) => new URL(place, import.meta.url)).find((place) =>
    existsSync(fileURLToPath(new URL('reference.html', place))),
  );
  if (folder === undefined) return [];
  const readOf = (file: string) => once(() => readFile(new URL(file, folder), 'utf8'));
  return [
    {
      path: '/reference',
      contentType: 'text/html; charset=utf-8',
      contentSecurityPolicy: POLICY,
      read: readOf('reference.html'),
    },
    ...['reference/redoc.standalone.js', 'reference/start.js'].map((file) => ({
      path: `/${file}`,
      contentType: SCRIPT,
      read: readOf(file),
    })),
  ];
};

// Read when it is first asked for: most processes never are.
const once = (read: () => Promise<string>): (() => Promise<string>) => {
  let known: Promise<string> | undefined;
  return () => {
    known ??= read();
    return known;
  };
};
