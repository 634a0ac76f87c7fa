import { type Instant, packHashes, unpackHashes } from '@govgate/domain';
import { SEALED_BLOCK } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';

// As one row: handing over a row costs several times what reading it does. What is no text is no hash.
const HASHES = `SELECT json_group_array(sequence), json_group_array(iif(typeof(hash) = 'text', hash, ''))
  FROM (SELECT sequence, hash FROM audit_events WHERE tenant_id = ? AND sequence >= ? AND sequence < ?
    ORDER BY sequence LIMIT ?)`;
const MACS = `SELECT sequence, iif(typeof(mac) = 'text', mac, '') FROM audit_events
  WHERE tenant_id = ? AND sequence >= ? AND sequence < ? ORDER BY sequence`;
// The hashes of a sealed block stand where a subtree of single events would: level 0.
const SEALED = 'SELECT hash FROM audit_subtrees WHERE tenant_id = ? AND level = 0 AND place = ?';
const KEEP = `INSERT INTO audit_subtrees SELECT tenant_id, 0, place, ?, latest FROM audit_subtrees
  WHERE tenant_id = ? AND level = 8 AND place = ? ON CONFLICT DO NOTHING`;
const REMOVE = 'DELETE FROM audit_events WHERE tenant_id = ? AND sequence > ? AND sequence <= ?';

/** So many events of a trail, from a sequence on. */
interface Span {
  readonly tenantId: string;
  readonly from: number;
  readonly count: number;
}

/** The hashes of events from a sequence on, up to the first unknown one; those of sealed events from their kept hashes. */
export const hashesOf = (driver: SqlDriver, { tenantId, from, count }: Span): string[] => {
  const sealed = sealedFrom(driver, tenantId, from).slice(0, count);
  const next = from + sealed.length;
  return [...sealed, ...presentHashes(driver, { tenantId, from: next, count: count - sealed.length })];
};

/** The MACs of events from a sequence on, up to the first that is gone. */
export const macsOf = (driver: SqlDriver, { tenantId, from, count }: Span): string[] => {
  const rows = driver.all(MACS, [tenantId, from, from + count]);
  const gap = rows.findIndex(([sequence], index) => sequence !== from + index);
  return (gap === -1 ? rows : rows.slice(0, gap)).map(([, mac]) => mac as string);
};

const INSTANTS = `SELECT sequence, occurred_at FROM audit_events
  WHERE tenant_id = ? AND sequence IN (SELECT value FROM json_each(?))`;

/** When events happened, by their sequence. */
export const instantsOf = (
  driver: SqlDriver,
  tenantId: string,
  sequences: readonly number[],
): ReadonlyMap<number, Instant> =>
  new Map(
    driver
      .all(INSTANTS, [tenantId, JSON.stringify(sequences)])
      .map(([sequence, instant]) => [sequence as number, instant as Instant]),
  );

// Up to the first gap.
const presentHashes = (driver: SqlDriver, { tenantId, from, count }: Span): readonly string[] => {
  const [found = '[]', read = '[]'] = driver.get(HASHES, [tenantId, from, from + count, count]) ?? [];
  const sequences = JSON.parse(found as string) as readonly number[];
  const hashes = JSON.parse(read as string) as readonly string[];
  const gap = sequences.findIndex((sequence, index) => sequence !== from + index);
  return gap === -1 ? hashes : hashes.slice(0, gap);
};

const sealedFrom = (driver: SqlDriver, tenantId: string, from: number): readonly string[] => {
  const place = Math.floor((from - 1) / SEALED_BLOCK);
  const row = driver.get(SEALED, [tenantId, place]);
  return row === undefined ? [] : unpackHashes(row[0] as string).slice(from - 1 - place * SEALED_BLOCK);
};

/** Keeps the hashes of a block's events and removes the events, in the caller's transaction. */
export const sealBlock = (driver: SqlDriver, tenantId: string, place: number): boolean => {
  const start = place * SEALED_BLOCK;
  const hashes = presentHashes(driver, { tenantId, from: start + 1, count: SEALED_BLOCK });
  if (hashes.length !== SEALED_BLOCK) return false;
  if (driver.run(KEEP, [packHashes(hashes), tenantId, place]) !== 1) return false;
  driver.run(REMOVE, [tenantId, start, start + SEALED_BLOCK]);
  return true;
};
