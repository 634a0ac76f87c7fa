import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, type Scope } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import { isNamedExactly } from './is-named-exactly.js';
import { meets } from './meets.js';
import { readSecretFile } from './read-secret-file.js';

export interface SecretFolders {
  /** Folders with a subfolder for each tenant and environment (`GOVGATE_SECRETS_DIR`). */
  readonly folders: readonly string[];
  /** Paths that must never be read as a secret: the data folder and the keys file. */
  readonly keptPaths: readonly string[];
}

/** Reads a file of a tenant and environment; undefined if they have none of that name. May reject. */
export type ReadSecret = (scope: Scope, name: string) => Promise<string | undefined>;

// A mounted secret is replaced as a whole: a read during that moment is retried once.
const TRIES = 2;

/** Reads files below `<folder>/<tenant>/<environment>/`, from the first folder that has one (docs/spec/credential-bindings.md#secret-references). */
export const makeReadSecret = ({ folders, keptPaths }: SecretFolders): ReadSecret => {
  const holdsKept = makeHoldsKept(keptPaths);
  const readFrom = async (folder: string, scope: Scope, name: string): Promise<string | undefined> => {
    const root = await realpath(folder);
    if (await holdsKept(root)) return undefined;
    const own = await ownFolder(root, scope);
    if (own === undefined) return undefined;
    const real = await realpath(join(own, name));
    return real.startsWith(`${own}/`) ? readSecretFile(real) : undefined;
  };
  return async (scope, name) => {
    if (![scope.tenantId, scope.environmentId].every(isId)) return undefined;
    for (const folder of folders)
      for (let tried = 0; tried < TRIES; tried += 1) {
        const text = await readFrom(folder, scope, name).catch(() => undefined);
        if (text !== undefined) return text;
      }
    return undefined;
  };
};

/** The folder of a tenant and environment; it must not be a link, so that none is another's. */
const ownFolder = async (root: string, { tenantId, environmentId }: Scope): Promise<string | undefined> => {
  const tenants = join(root, tenantId);
  const own = join(tenants, environmentId);
  if ((await realpath(own)) !== own) return undefined;
  const exact = (await isNamedExactly(root, tenantId)) && (await isNamedExactly(tenants, environmentId));
  return exact ? own : undefined;
};

// The result for a folder does not change while it is the same folder, and finding out is expensive.
const makeHoldsKept = (keptPaths: readonly string[]): ((root: string) => Promise<boolean>) => {
  const known = new LRUCache<string, boolean>({ max: MOST_KNOWN });
  return async (root) => {
    const { dev, ino } = await stat(root, { bigint: true });
    const key = `${dev}:${ino}:${root}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const met = (await Promise.all(keptPaths.map((path) => meets(root, path)))).some(Boolean);
    known.set(key, met);
    return met;
  };
};

const MOST_KNOWN = 100;
