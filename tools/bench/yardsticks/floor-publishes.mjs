// The five writes of a publish that no store can leave out, committed in groups: gives what resolves behind its commit.
import { randomUUID } from 'node:crypto';

const VERSIONS = 200;
const DOCUMENT = JSON.stringify('x'.repeat(3_300));
const AUDIT_TEXT = JSON.stringify('x'.repeat(750));

export const publishesOn = (db) => {
  const insert = db.prepare('INSERT INTO documents VALUES (?, 1, ?)');
  for (let index = 0; index < VERSIONS; index += 1) insert.run(`version-${index}`, DOCUMENT);
  const write = {
    document: db.prepare('UPDATE documents SET version = version + 1, text = ? WHERE id = ?'),
    audit: db.prepare('INSERT INTO audit VALUES (?, ?, ?)'),
    head: db.prepare('UPDATE heads SET sequence = ? WHERE tenant = ?'),
    outbox: db.prepare('INSERT INTO outbox (subject) VALUES (?)'),
  };
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');

  let sequence = 0;
  let active = 0;
  const publish = () => {
    const target = (active + 1) % VERSIONS;
    sequence += 1;
    write.document.run(DOCUMENT, `version-${target}`);
    write.document.run(DOCUMENT, `version-${active}`);
    write.audit.run(sequence, randomUUID(), AUDIT_TEXT);
    write.head.run(sequence, 'tenant');
    write.outbox.run(`version-${target}`);
    active = target;
  };

  let waiting = [];
  const commitGroup = () => {
    const group = waiting;
    waiting = [];
    begin.run();
    for (let index = 0; index < group.length; index += 1) publish();
    commit.run();
    for (const done of group) done();
  };
  return () =>
    new Promise((done) => {
      if (waiting.length === 0) setImmediate(commitGroup);
      waiting.push(done);
    });
};
