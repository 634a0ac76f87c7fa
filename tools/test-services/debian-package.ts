import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './find-program.js';

const run = promisify(execFile);

/** Whether we may install packages: asked for (or in CI), as root, on a Debian. */
export const mayInstallPackages = (): boolean =>
  (process.env.CI === 'true' || process.env.GOVGATE_TEST_INSTALL === 'true') &&
  process.getuid?.() === 0 &&
  findProgram('apt-get') !== undefined;

/** Installs a Debian package without starting the daemon that it may bring. */
export const installDebianPackage = async (name: string): Promise<void> => {
  // invoke-rc.d starts nothing in this run level.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const lock = ['-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...lock, 'update', '-q'], { env });
  await run('apt-get', [...lock, 'install', '-q', '-y', '--no-install-recommends', name], { env });
};
