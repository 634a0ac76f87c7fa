/** Why the store could not be opened. */
export type StoreOpenCode =
  | 'bad_url'
  | 'unreachable'
  | 'auth'
  | 'not_allowed'
  | 'standalone'
  | 'sharded'
  | 'wrong_set'
  | 'too_old'
  | 'bad_data'
  | 'newer_version'
  | 'broken_rule';

/** The store could not be opened. The message is one sentence saying what to do; it never contains credentials. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';

  constructor(
    readonly code: StoreOpenCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The message of each refusal, given the server's location and what was seen of it. */
const OPEN_REFUSALS: Readonly<Record<StoreOpenCode, (where: string, seen: string) => string>> = {
  bad_url: () =>
    'The MongoDB URL cannot be read: write it as mongodb://[user:password@]host[:port][,...]/[database][?options] and percent-encode what stands in user, password and database.',
  unreachable: (where, seen) =>
    `MongoDB at ${where} cannot be reached (${seen}): check that it runs, that it has a primary and that this machine may connect to it.`,
  auth: (where) =>
    `MongoDB at ${where} refuses the credentials: check user, password and authSource of the URL.`,
  not_allowed: (where) =>
    `MongoDB at ${where} does not let this user work: give it the role readWrite on the database of the URL.`,
  standalone: (where) =>
    `MongoDB at ${where} is a standalone server and transactions need a replica set: start it with --replSet and run rs.initiate() once; one member is enough.`,
  sharded: (where) =>
    `MongoDB at ${where} is a sharded cluster: name the members of a replica set in the URL instead of mongos.`,
  wrong_set: (where, seen) =>
    `MongoDB at ${where} belongs to the replica set ${seen}: correct replicaSet in the URL.`,
  too_old: (where, seen) => `MongoDB at ${where} is too old (${seen}): use version 7.0 or newer.`,
  newer_version: (where) =>
    `The database at ${where} was written by a newer version of govgate: start that version, or restore a backup made before the upgrade.`,
  broken_rule: (where, seen) =>
    `The database at ${where} holds records (${seen}) that a unique rule of this version refuses: start the version before and change one of them, then start this version again.`,
  bad_data: (where, seen) =>
    `MongoDB at ${where} holds data that the indexes of the store refuse (${seen}): name another database in the URL, or restore this one.`,
};

/** @example throw storeOpenError('standalone', url) */
export const storeOpenError = (
  code: StoreOpenCode,
  where: string,
  { seen = '', cause }: { readonly seen?: string; readonly cause?: unknown } = {},
): StoreOpenError =>
  new StoreOpenError(code, OPEN_REFUSALS[code](where, seen), cause === undefined ? undefined : { cause });
