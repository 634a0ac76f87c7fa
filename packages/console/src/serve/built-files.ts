import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** A built file; its name contains a content hash. */
export interface BuiltFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
}

/** The build's output: files by name, and the page's entry files. */
export interface BuiltFiles {
  readonly fileOf: (name: string) => BuiltFile | undefined;
  readonly script: string;
  /** The chunks that the script cannot start without. */
  readonly chunks: readonly string[];
  /** The upright fonts of texts and headings. */
  readonly fonts: readonly string[];
  readonly style: string;
  readonly icon: string;
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Lists a folder once. Later requests match one of these names or nothing: no path is ever built from a URL. */
export const builtFiles = (folder: URL): BuiltFiles => {
  const path = fileURLToPath(folder);
  const names = existsSync(path) ? readdirSync(path).filter((name) => typeOf(name) !== undefined) : [];
  const known = new Map(names.map((name) => [name, once(() => readBuilt(new URL(name, folder), name))]));
  const only = (pattern: RegExp): string => {
    const found = names.find((name) => pattern.test(name));
    if (found === undefined) throw new Error(`The console is not built: ${path} has no ${pattern.source}`);
    return found;
  };
  const script = only(/^main-\w+\.js$/);
  return {
    fileOf: (name) => known.get(name)?.(),
    script,
    chunks: importsOf(readFileSync(new URL(script, folder), 'utf8')).filter((name) => known.has(name)),
    fonts: names.filter((name) => /^RedHat(Text|Display)VF-\w{8}\.woff2$/.test(name)),
    style: only(/^style-\w+\.css$/),
    icon: only(/^icon-\w+\.svg$/),
  };
};

/** The files beside a built script that it imports at its beginning, as esbuild writes it. */
const importsOf = (script: string): readonly string[] =>
  [...script.matchAll(/\bfrom"\.\/([\w-]+\.js)"|\bimport"\.\/([\w-]+\.js)"/g)].flatMap(
    ([, named, bare]) => named ?? bare ?? [],
  );

const typeOf = (name: string): string | undefined => TYPES[name.split('.').at(-1) ?? ''];

const readBuilt = (file: URL, name: string): BuiltFile => {
  const plain = readFileSync(file);
  return {
    type: typeOf(name) ?? '',
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    zipped: gzipSync(plain, { level: 9 }),
  };
};

// Read on demand, as most processes never serve the console.
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
