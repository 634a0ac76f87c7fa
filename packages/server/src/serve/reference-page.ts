import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StaticFile } from '@govgate/adapter-http';

/**
 * Only our own scripts, styles only as set by scripts (the hashes are of an empty style element and of the one that Redoc's scroll bars
 * use), and a worker created by the script for its search. Nothing may be fetched from anywhere.
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

/** Where the build puts the page: next to the bundled command, or in `dist` when running from source. */
const FOLDERS = ['../', '../../dist/'];

/** The API reference from the build; nothing if there was none. */
export const referencePage = (): readonly StaticFile[] => {
  const folder = FOLDERS.map((place) => new URL(place, import.meta.url)).find((place) =>
    existsSync(fileURLToPath(new URL('reference.html', place))),
  );
  if (folder === undefined) return [];
  const readOf = (file: string) => once(() => readFile(new URL(file, folder)));
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

// Read on first request: most processes never get one.
const once = (read: () => Promise<Buffer>): (() => Promise<Buffer>) => {
  let known: Promise<Buffer> | undefined;
  return () => {
    known ??= read();
    return known;
  };
};
