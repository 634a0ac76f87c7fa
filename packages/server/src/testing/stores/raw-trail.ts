import { type ChainLink, readAuditText } from '@govgate/domain';
import { columnValuesOf } from '@govgate/domain/internal';
import Database from 'libsql';
import { MongoClient } from 'mongodb';

/** An event as it is stored; one that a forger made has no MAC. */
export type RawLink = ChainLink & { readonly mac?: string | null };

/** A stored trail bypassing its store, as seen by somebody who can write the database and has no key. */
export interface RawTrail {
  read(tenantId: string): Promise<RawLink[]>;
  /** Replaces the trail with these, with the columns and the head that belong to them. */
  write(tenantId: string, links: readonly RawLink[]): Promise<void>;
  /** Removes the checkpoints and subtrees that a trail of this size cannot have; 0: all of them. */
  dropBeyond(tenantId: string, size: number): Promise<void>;
  /** Adds a checkpoint. */
  addNote(tenantId: string, size: number, note: string): Promise<void>;
  close(): Promise<void>;
}

const INSERT = 'INSERT INTO audit_events (tenant_id, sequence, text, hash, mac) VALUES (?, ?, ?, ?, ?)';

/** The trail in a SQLite file. Table constraints that would stop a forger are dropped. */
export const rawSqliteTrail = (file: string): RawTrail & { exec(sql: string): void } => {
  const database = new Database(file);
  database.exec('DROP INDEX IF EXISTS audit_events_by_sequence');
  database.exec('CREATE INDEX audit_events_by_sequence ON audit_events (tenant_id, sequence)');
  const insert = database.prepare(INSERT);
  return {
    exec: (sql) => void database.exec(sql),
    read: async (tenantId) =>
      (
        database
          .prepare('SELECT sequence, text, hash, mac FROM audit_events WHERE tenant_id = ? ORDER BY sequence')
          .raw(true)
          .all([tenantId]) as [number, string, string, string | null][]
      ).map(([sequence, text, hash, mac]) => ({ sequence, text, hash, mac })),
    write: async (tenantId, links) => {
      const last = links.at(-1);
      database.exec('BEGIN');
      database.prepare('DELETE FROM audit_events WHERE tenant_id = ?').run([tenantId]);
      for (const { sequence, text, hash, mac } of links)
        insert.run([tenantId, sequence, text, hash, mac ?? null]);
      database
        .prepare('UPDATE tenant_heads SET sequence = ?, hash = ? WHERE tenant_id = ?')
        .run([last?.sequence ?? 0, last?.hash ?? null, tenantId]);
      database.exec('COMMIT');
    },
    dropBeyond: async (tenantId, size) => {
      database.prepare('DELETE FROM audit_notes WHERE tenant_id = ? AND size > ?').run([tenantId, size]);
      database
        .prepare('DELETE FROM audit_subtrees WHERE tenant_id = ? AND ((place + 1) << level) > ?')
        .run([tenantId, size]);
    },
    addNote: async (tenantId, size, note) => {
      database.prepare('INSERT INTO audit_notes VALUES (?, ?, ?, ?)').run([tenantId, size, 'ffffffff', note]);
    },
    close: async () => void database.close(),
  };
};

/** The trail in a MongoDB database. */
export const rawMongoTrail = async (url: string): Promise<RawTrail> => {
  const client = await new MongoClient(url).connect();
  const db = client.db();
  const audit = db.collection('audit_events');
  await audit.dropIndex('t_1_s_1').catch(() => undefined);
  return {
    read: async (tenantId) =>
      (await audit.find({ t: tenantId }).sort({ s: 1 }).toArray()).map(({ s, x, h, mc }) => ({
        sequence: s as number,
        text: x as string,
        hash: h as string,
        mac: (mc as string | undefined) ?? null,
      })),
    write: async (tenantId, links) => {
      const ids = new Set<string>();
      const documents = links.map((link) => {
        const [t, s, id, at, en, ac, rt, ri, et, oc, co, x, h] = columnsOf(tenantId, link);
        // The database itself accepts no id twice.
        const _id = ids.has(id as string) ? `${id}_again` : (id as string);
        ids.add(_id);
        return {
          _id,
          t,
          s,
          at,
          en,
          ac,
          rt,
          ri,
          et,
          oc,
          ...(co === null ? {} : { co }),
          x,
          h,
          mc: link.mac ?? undefined,
        };
      });
      await audit.deleteMany({ t: tenantId });
      if (documents.length > 0) await audit.insertMany(documents as never[]);
      const last = links.at(-1);
      const head = { s: last?.sequence ?? 0, h: last?.hash ?? null };
      await db.collection('heads').updateOne({ t: tenantId }, { $set: head });
    },
    dropBeyond: async (tenantId, size) => {
      await db.collection('audit_notes').deleteMany({ t: tenantId, n: { $gt: size } });
      await db.collection('audit_subtrees').deleteMany({ t: tenantId, p: { $gte: Math.floor(size / 256) } });
    },
    addNote: async (tenantId, size, note) => {
      await db
        .collection('audit_notes')
        .insertOne({ _id: `${tenantId} ${size} old` as never, t: tenantId, n: size, k: 'ffffffff', x: note });
    },
    close: () => client.close(),
  };
};

/** What an event's columns hold, in the order of the table; for texts that are no event, those of an empty one. */
const columnsOf = (tenantId: string, { sequence, text, hash }: ChainLink): (string | number | null)[] => [
  tenantId,
  sequence,
  ...columnValuesOf(readAuditText(text, hash)),
  text,
  hash,
];
