/** SQLite's result code name in an error, or undefined for any other error. */
export const sqlCodeOf = (thrown: unknown): string | undefined => {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : undefined;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
};

// SQLITE_PROTOCOL: two processes opened or closed the write-ahead log at the same time.
const BUSY = /^SQLITE_(BUSY|LOCKED|PROTOCOL)/;

/** Whether another process was in the way, so that the same call may succeed a moment later. */
export const isBusy = (thrown: unknown): boolean => BUSY.test(sqlCodeOf(thrown) ?? '');

/** Whether a unique index or a primary key was violated. */
export const isUniqueViolation = (thrown: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(sqlCodeOf(thrown) ?? '');

/** `disk_full` where there was no space left, however that surfaced. */
export const reasonOf = (thrown: unknown): 'disk_full' | undefined => {
  if (sqlCodeOf(thrown) === 'SQLITE_FULL') return 'disk_full';
  return thrown instanceof Error && thrown.cause !== undefined ? reasonOf(thrown.cause) : undefined;
};
