import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { manifestOf } from './pack-packages.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A folder outside of this repository, in which somebody installs packages and writes a program. */
export interface FreshProject {
  readonly folder: string;
  /** Runs a command in it and gives what it prints. */
  run(command: string, ...args: readonly string[]): Promise<string>;
  /** Compiles it with the repository's TypeScript. */
  compile(): Promise<void>;
}

/** Makes a project below a folder out of its files; what is no text is written as JSON. */
export const freshProject = async (
  below: string,
  files: Readonly<Record<string, unknown>>,
): Promise<FreshProject> => {
  const folder = await mkdtemp(join(below, 'project-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const run = async (command: string, ...args: readonly string[]): Promise<string> => {
    // Nothing of how this repository runs its own sources may reach a stranger's project.
    const { NODE_OPTIONS: _, ...env } = process.env;
    const reported = await promisify(execFile)(command, args, { cwd: folder, env }).catch(
      (fault: { stdout?: string; stderr?: string; message: string }) => {
        throw new Error(
          `${command} ${args.join(' ')}: ${fault.stdout ?? ''}${fault.stderr ?? fault.message}`,
        );
      },
    );
    return reported.stdout;
  };
  return {
    folder,
    run,
    compile: async () => {
      // The compiler before ours: the published types must be readable to projects that are still on it (ADR 10).
      await run(process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.');
    },
  };
};

/** Installs tarballs with npm, without a network. */
export const installTarballs = async ({ run }: FreshProject, tarballs: readonly string[]): Promise<void> => {
  await run('npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs);
};

/** Lays tarballs out as npm does, where what they need of others is linked. */
export const unpackInto = async (
  { folder, run }: FreshProject,
  packages: readonly { readonly name: string; readonly tarball: string }[],
): Promise<void> => {
  for (const { name, tarball } of packages) {
    const place = join(folder, 'node_modules', name);
    await mkdir(place, { recursive: true });
    await run('tar', '-xzf', tarball, '-C', place, '--strip-components=1');
  }
};

/** Puts packages of this repository's node_modules beside those that were laid out. */
export const linkPackages = async ({ folder }: FreshProject, names: readonly string[]): Promise<void> => {
  for (const name of names) await link(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
};

/** Puts what a package of ours needs of others where npm would: below it, where this repository has another version of its own. */
export const linkNeedsOf = async ({ folder }: FreshProject, name: string): Promise<void> => {
  for (const need of Object.keys(manifestOf(`packages/${name}`).dependencies ?? {})) {
    const own = join(ROOT, 'packages', name, 'node_modules', need);
    if (need.startsWith('@govgate/')) continue;
    if (existsSync(own)) await link(own, join(folder, 'node_modules/@govgate', name, 'node_modules', need));
    else await link(join(ROOT, 'node_modules', need), join(folder, 'node_modules', need));
  }
};

const link = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  if (!existsSync(to)) await symlink(from, to);
};
