import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOnce } from '../build/build-once.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
  /** Its files, by their paths within it. */
  readonly files: readonly string[];
}

const run = (command: string, args: readonly string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(command, args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });

/** Builds and packs the packages of this repository into a folder, as `npm publish` would. */
export const packPackages = async (into: string): Promise<readonly PackedPackage[]> => {
  await buildOnce();
  const workspaces = JSON.parse((await run('npm', ['query', '.workspace'])).stdout) as readonly {
    readonly location: string;
  }[];
  const ours = workspaces.map(({ location }) => location).filter((path) => path.startsWith('packages/'));
  return packed(ours.sort(), into);
};

/** Packs folders of installed packages, without running anything of theirs. */
export const packFolders = (folders: readonly string[], into: string): Promise<readonly PackedPackage[]> =>
  packed(folders, into, '--ignore-scripts');

const packed = async (
  folders: readonly string[],
  into: string,
  ...more: readonly string[]
): Promise<readonly PackedPackage[]> => {
  const options = ['--json', '--pack-destination', into, ...more];
  const { stdout } = await run('npm', ['pack', ...options, ...folders.map((folder) => `./${folder}`)]);
  const answers = Object.values(JSON.parse(stdout) as Readonly<Record<string, PackedAnswer>>);
  return answers.map(({ name, filename, files }) => ({
    name,
    tarball: join(into, filename),
    files: files.map(({ path }) => path).sort(),
  }));
};

interface PackedAnswer {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** What a package says of itself. */
export interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: unknown;
  readonly repository: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The manifest in a folder of this repository. */
export const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
