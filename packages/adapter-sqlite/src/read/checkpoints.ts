import type { AuditCheckpoint } from '@govgate/domain';
import type { AuditTrail, CheckpointQuery, KeptLevel, KeptSubtree } from '@govgate/ports';
import type { SqlDriver, SqlRow } from '../driver/sql-driver.js';
import type { WriteQueue } from '../write/write-queue.js';
import type { ReadAccess } from './read-access.js';

// As one row: handing over a row costs several times what reading it does.
const SUBTREES = `SELECT json_group_array(json_array(level, place, hash, latest)) FROM
  (SELECT level, place, hash, latest FROM audit_subtrees
    WHERE tenant_id = ? AND level = ? AND place >= ? ORDER BY place LIMIT ?)`;
const SUBTREE_AT = `SELECT level, place, hash, latest FROM audit_subtrees
  WHERE tenant_id = ? AND level = 8 AND latest >= ? ORDER BY latest, place LIMIT 1`;
const COUNT = 'SELECT count(*) FROM audit_notes WHERE tenant_id = ?';
const INSERT_NOTE = 'INSERT INTO audit_notes VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const PUT_SUBTREE = `INSERT INTO audit_subtrees VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET hash = excluded.hash, latest = excluded.latest`;

type CheckpointKeeping = Pick<
  AuditTrail,
  'subtrees' | 'subtreeAt' | 'checkpoints' | 'countCheckpoints' | 'addCheckpoint'
>;

/** Checkpoints, and the kept subtrees of the trails' Merkle trees. */
export const sqliteCheckpoints = (reads: ReadAccess, queue: WriteQueue): CheckpointKeeping => ({
  subtrees: (tenantId, level, fromPlace, count) =>
    reads.run((driver) => {
      const [found] = driver.get(SUBTREES, [tenantId, level, fromPlace, count]) ?? [];
      return (JSON.parse(found as string) as readonly SqlRow[]).map(subtreeOf);
    }),
  subtreeAt: (tenantId, instant) =>
    reads.run((driver) => {
      const row = driver.get(SUBTREE_AT, [tenantId, instant]);
      return row === undefined ? undefined : subtreeOf(row);
    }),
  checkpoints: (tenantId, query) => reads.run((driver) => checkpointsOf(driver, tenantId, query)),
  countCheckpoints: (tenantId) => reads.run((driver) => driver.get<[number]>(COUNT, [tenantId])?.[0] ?? 0),
  addCheckpoint: (checkpoint, subtrees) =>
    queue.add(({ driver }) => {
      keep(driver, checkpoint, subtrees);
      return { keep: true, answer: undefined };
    }),
});

const checkpointsOf = (
  driver: SqlDriver,
  tenantId: string,
  { direction, after, limit }: CheckpointQuery,
): AuditCheckpoint[] => {
  const behind = after === undefined ? '' : `AND (size, key_id) ${direction === 'asc' ? '>' : '<'} (?, ?)`;
  const sql = `SELECT size, key_id, note FROM audit_notes WHERE tenant_id = ? ${behind}
    ORDER BY size ${direction}, key_id ${direction} LIMIT ?`;
  const place = after === undefined ? [] : [after.size, after.keyId];
  return driver.all(sql, [tenantId, ...place, limit]).map(([size, keyId, note]) => ({
    tenantId,
    size: size as number,
    keyId: keyId as string,
    note: note as string,
  }));
};

const keep = (
  driver: SqlDriver,
  { tenantId, size, keyId, note }: AuditCheckpoint,
  subtrees: readonly KeptSubtree[],
): void => {
  driver.run(INSERT_NOTE, [tenantId, size, keyId, note]);
  for (const { level, place, hash, latest } of subtrees)
    driver.run(PUT_SUBTREE, [tenantId, level, place, hash, latest]);
};

const subtreeOf = ([level, place, hash, latest]: SqlRow): KeptSubtree => ({
  level: level as KeptLevel,
  place: place as number,
  hash: hash as string,
  latest: latest as string,
});
