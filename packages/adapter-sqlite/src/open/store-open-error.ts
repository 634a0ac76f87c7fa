/** Why a store cannot be opened. */
export type StoreOpenCode =
  | 'newer_version'
  | 'broken_rule'
  | 'not_a_store'
  | 'corrupt'
  | 'unwritable'
  | 'disk_full'
  | 'no_shared_memory'
  | 'locked';

const ADVICE: Readonly<Record<StoreOpenCode, string>> = {
  newer_version:
    'was written by a newer version of govgate: start that version, or restore a backup made before the upgrade.',
  broken_rule:
    'holds records that a unique rule of this version refuses: start the version before and change one of them, then start this version again.',
  not_a_store: 'is a database of another program: name a file of govgate, or one that does not exist yet.',
  corrupt: 'is damaged: restore it from a backup, and check the disk.',
  unwritable:
    'cannot be opened for writing: check that its folder exists and that this user may write there.',
  disk_full: 'cannot be written because the disk is full: free some space and start again.',
  no_shared_memory:
    'lies where processes cannot share memory, such as a network drive: put it on a local disk.',
  locked: 'is held by another process: stop what holds it (a backup, another program) and start again.',
};

/** The store cannot be opened. The message is one sentence for the operator; the cause is for the log. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';

  constructor(
    readonly code: StoreOpenCode,
    readonly file: string,
    options?: { cause?: unknown },
  ) {
    super(`The store ${file} ${ADVICE[code]}`, options);
  }
}
