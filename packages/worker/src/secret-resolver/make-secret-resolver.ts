import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { isInFolders, parseSecretReference, Secret } from '@govgate/domain';
import type { SecretResolution, SecretResolver } from '@govgate/ports';

export interface SecretResolverSettings {
  /** Folders that files may be read from (`GOVGATE_SECRETS_DIR`). */
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const MAX_BYTES = 65_536;

// The service's own secrets. Whoever may manage destinations could otherwise have them sent to an endpoint of theirs.
const OWN_SECRETS = new Set([
  'GOVGATE_ADMIN_TOKEN',
  'GOVGATE_KEYS_FILE',
  'GOVGATE_MONGO_URL',
  'GOVGATE_REDIS_URL',
]);

const withoutLastNewline = (text: string): string => text.replace(/\r?\n$/, '');

const asSecret = (text: string | undefined): SecretResolution => {
  const value = withoutLastNewline(text ?? '');
  const usable = value !== '' && value.length <= MAX_BYTES && !value.includes('\0');
  return usable ? new Secret(value) : 'secret_ref_unresolved';
};

const readEnvironment = (name: string, settings: SecretResolverSettings): string | undefined =>
  Object.hasOwn(settings.environment, name) && !OWN_SECRETS.has(name)
    ? settings.environment[name]
    : undefined;

/** The real path where it lies in an allowed folder, whatever links lead there. */
const allowedPath = async (path: string, folders: readonly string[]): Promise<string | undefined> => {
  const real = await realpath(path);
  const realFolders = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  const inside = isInFolders(
    real,
    realFolders.filter((folder) => folder !== undefined),
  );
  return inside ? real : undefined;
};

// The path holds no link any more: one put there meanwhile is not followed, and a pipe is not waited for.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const readWhole = async (path: string): Promise<string | undefined> => {
  const file = await open(path, FLAGS);
  try {
    const facts = await file.stat();
    return facts.isFile() && facts.size <= MAX_BYTES ? await file.readFile('utf8') : undefined;
  } finally {
    await file.close();
  }
};

const readFromFolder = async (path: string, folders: readonly string[]): Promise<string | undefined> => {
  if (!isInFolders(path, folders)) return undefined;
  const real = await allowedPath(path, folders);
  return real === undefined ? undefined : readWhole(real);
};

/** Resolves `env:NAME` and `file:/path` in allow-listed folders; links that lead out of them are refused. */
export const makeSecretResolver = (settings: SecretResolverSettings): SecretResolver => ({
  resolve: async (reference) => {
    const location = parseSecretReference(reference);
    if (location === undefined) return 'secret_ref_unresolved';
    if (location.source === 'env') return asSecret(readEnvironment(location.name, settings));
    try {
      return asSecret(await readFromFolder(location.path, settings.folders));
    } catch {
      // An error's text can hold the path, so it is dropped here.
      return 'secret_ref_unresolved';
    }
  },
});
