import { sealed as chainOf, trailEvents as events } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { writeNoteKey } from '../note/note-key.js';
import { EMPTY_CHAIN } from './audit-event.js';
import { trailKey } from './checkpoint.js';
import { checkpointLine, eventLines, exportOf, headOf } from './testing/exported-trail.js';
import { linkAt as at, sha256 } from './testing/links.js';
import { trailKeyOf } from './testing/trail-key.js';
import { type ExportTrust, ExportVerifier } from './verify-export.js';

const GOOD = chainOf(events(1, 12), EMPTY_CHAIN, sha256);
const KEY = trailKeyOf(1);
const OTHER_KEY = trailKeyOf(2);
const TRUST: ExportTrust = { keys: [KEY.publicKey] };

const verdictOn = (lines: readonly string[], trust: ExportTrust = TRUST) => {
  const verifier = new ExportVerifier(trust);
  for (const line of lines) if (!verifier.add(line)) break;
  return verifier.verdict();
};

const summary = (lines: readonly string[], trust: ExportTrust = TRUST) => {
  const { state, signedUpTo, firstInvalid } = verdictOn(lines, trust);
  return [state, signedUpTo, firstInvalid?.sequence, firstInvalid?.reasonCode];
};

const noteOf = (size: number, key = KEY): string => key.note(headOf(GOOD, size)).note;

describe('ExportVerifier', () => {
  it('calls an export verified that a trusted key signed to its end', () => {
    const head = headOf(GOOD);
    expect(verdictOn(exportOf(GOOD, KEY))).to.deep.equal({
      valid: true,
      events: 12,
      firstSequence: 1,
      lastSequence: 12,
      headHash: at(GOOD, 11).hash,
      firstInvalid: null,
      tenantId: 'acme',
      state: 'verified',
      signedUpTo: 12,
      sealedUpTo: null,
      checkpoint: head,
      uncompared: 0,
      lines: 13,
      unreadable: false,
    });
  });

  it('also accepts the key as a note key, of the tenant it names', () => {
    const acme = trailKey('acme', KEY.publicKey);
    expect(summary(exportOf(GOOD, KEY), { keys: [acme] })).to.deep.equal([
      'verified',
      12,
      undefined,
      undefined,
    ]);
    const globex = trailKey('globex', KEY.publicKey);
    expect(summary(exportOf(GOOD, KEY), { keys: [globex] })[0]).to.equal('unsigned');
  });

  it('never trusts a file about its own key', () => {
    expect(summary(exportOf(GOOD, KEY), {})).to.deep.equal(['unsigned', null, undefined, undefined]);
    expect(summary(exportOf(GOOD, OTHER_KEY))).to.deep.equal(['unsigned', null, undefined, undefined]);
  });

  it('detects without a key that a file contradicts itself', () => {
    const other = chainOf(events(50, 12), EMPTY_CHAIN, sha256);
    const line = checkpointLine(other, { from: 0, to: 12 }, KEY);
    expect(summary([...eventLines(GOOD), line], {})).to.deep.equal([
      'broken',
      null,
      12,
      'checkpoint_mismatch',
    ]);
  });

  it('calls a chain without a checkpoint unsigned, and one whose last events none covers', () => {
    expect(summary(eventLines(GOOD))).to.deep.equal(['unsigned', null, undefined, undefined]);
    const late = [...exportOf(GOOD.slice(0, 9), KEY), ...eventLines(GOOD.slice(9))];
    expect(summary(late)).to.deep.equal(['unsigned', 9, undefined, undefined]);
  });

  it('reads lines written by another program: keys in another order, spaces, other records', () => {
    const rewritten = exportOf(GOOD, KEY).map((line) => {
      const value = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(Object.fromEntries(Object.entries(value).reverse()), null, 1).replaceAll(
        '\n',
        ' ',
      );
    });
    const more = [...rewritten.slice(0, 3), '{"record_type":"remark"}', ...rewritten.slice(3)];
    expect(summary(more)).to.deep.equal(['verified', 12, undefined, undefined]);
  });

  it('refuses a file that begins as no trail or part of one can begin', () => {
    const first = (over: object): string =>
      JSON.stringify({ ...(JSON.parse(eventLines(GOOD)[3] ?? '') as object), ...over });
    expect(summary([first({ prev_hash: null })])).to.deep.equal(['broken', null, 4, 'prev_hash_mismatch']);
    expect(summary([first({ prev_hash: 'x' })])).to.deep.equal(['broken', null, 4, 'prev_hash_mismatch']);
    expect(summary([first({ sequence: 0 })])).to.deep.equal(['broken', null, 0, 'sequence_gap']);
    const second = chainOf(events(1, 1), { sequence: 0, hash: at(GOOD, 0).hash }, sha256);
    expect(summary(eventLines(second))).to.deep.equal(['broken', null, 1, 'prev_hash_mismatch']);
  });

  it('accepts consecutive parts in one file, each with its checkpoint', () => {
    const parts = [
      ...exportOf(GOOD, KEY, { from: 2, to: 5 }),
      ...exportOf(GOOD, KEY, { from: 5, to: 12 }).slice(0, -1),
      checkpointLine(GOOD, { from: 2, to: 12 }, KEY),
    ];
    expect(summary(parts)).to.deep.equal(['verified', 12, undefined, undefined]);
  });

  it('accepts a checkpoint only after the last event that it covers', () => {
    const misplaced = [...eventLines(GOOD), checkpointLine(GOOD, { from: 0, to: 9 }, KEY, { size: 9 })];
    expect(summary(misplaced)).to.deep.equal(['broken', null, 12, 'checkpoint_mismatch']);
  });

  it('refuses a malformed checkpoint or one with other hashes around the part, and ignores one of another tenant', () => {
    const part = { from: 3, to: 7 };
    const lines = eventLines(GOOD.slice(3, 7));
    const wrong = [new Uint8Array(32)];
    for (const over of [{ before: wrong }, { before: [] }, { after: wrong }, { after: [] }])
      expect(summary([...lines, checkpointLine(GOOD, part, KEY, over)])[3]).to.equal('checkpoint_mismatch');
    const line = checkpointLine(GOOD, part, KEY);
    for (const broken of [
      line.replace('head sha256', 'head  sha256'),
      line.replace('"after":[', '"after":["",'),
      line.replace('"before":', '"behind":'),
      line.replace('"public_key":"', '"public_key":1,"x":"'),
      line.replace(/"note":"[^"]+"/, '"note":"text"'),
      line.replace(/"note":"[^"]+"/, '"note":7'),
    ])
      expect(summary([...lines, broken])[0], broken).to.equal('broken');
    const foreign = line.replace('govgate/acme\\n', 'govgate/globex\\n');
    expect(summary([...lines, foreign])[0]).to.equal('unsigned');
  });

  it('refuses a matching root whose head does not match', () => {
    const head = { ...headOf(GOOD), headHash: at(GOOD, 3).hash };
    const line = checkpointLine(GOOD, { from: 0, to: 12 }, KEY, { note: KEY.note(head).note });
    expect(summary([...eventLines(GOOD), line])).to.deep.equal(['broken', null, 12, 'checkpoint_mismatch']);
  });

  describe('with kept checkpoints', () => {
    const kept = (...sizes: number[]): ExportTrust => ({
      ...TRUST,
      checkpoints: sizes.map((size) => noteOf(size)),
    });

    it('compares the file with each, in the middle too, and is satisfied by one that covers the end', () => {
      expect(summary(eventLines(GOOD), kept(12, 5))).to.deep.equal(['verified', 12, undefined, undefined]);
      expect(summary(eventLines(GOOD), kept(5))).to.deep.equal(['unsigned', 5, undefined, undefined]);
      const forged = chainOf(events(100, 3), { sequence: 9, hash: at(GOOD, 8).hash }, sha256);
      expect(verdictOn(eventLines([...GOOD.slice(0, 9), ...forged]), kept(5, 12)).firstInvalid).to.deep.equal(
        {
          sequence: 12,
          reasonCode: 'checkpoint_mismatch',
          soundUpTo: 5,
        },
      );
    });

    it('compares a part with those within it once its own checkpoint supplied the tree to its left', () => {
      const lines = exportOf(GOOD, KEY, { from: 3, to: 9 });
      expect(verdictOn(lines, kept(5, 9, 12))).to.include({ state: 'verified', uncompared: 0 });
      expect(verdictOn(lines, kept(2, 5, 10))).to.include({ state: 'verified', uncompared: 2 });
      expect(verdictOn(lines.slice(0, -1), kept(5))).to.include({ state: 'unsigned', uncompared: 1 });
      const other = chainOf(events(60, 12), EMPTY_CHAIN, sha256);
      const forked = KEY.note(headOf(other, 5)).note;
      expect(summary(lines, { ...TRUST, checkpoints: [forked] })[3]).to.equal('checkpoint_mismatch');
      const forkedEnd = KEY.note(headOf(other, 12)).note;
      expect(summary(lines, { ...TRUST, checkpoints: [forkedEnd] })[3]).to.equal('checkpoint_mismatch');
    });

    it('notices that signed events are missing', () => {
      expect(summary(eventLines(GOOD.slice(0, 7)), kept(12))).to.deep.equal(['broken', null, 8, 'truncated']);
      const older = exportOf(GOOD.slice(0, 7), KEY);
      expect(summary(older, kept(12))).to.deep.equal(['broken', 7, 8, 'truncated']);
      expect(summary(exportOf(GOOD, KEY, { from: 0, to: 7 }), kept(12))[0]).to.equal('verified');
    });

    it('refuses those of another key or tenant, and malformed ones', () => {
      for (const note of [noteOf(12, OTHER_KEY), 'text', KEY.note(headOf(GOOD, 12, 'globex')).note])
        expect(summary(exportOf(GOOD, KEY), { ...TRUST, checkpoints: [note] })[3]).to.equal(
          'checkpoint_invalid',
        );
      expect(summary(exportOf(GOOD, KEY), { checkpoints: [noteOf(12)] })[0]).to.equal('unsigned');
    });
  });

  it('stops at a line that is not a record, and says which', () => {
    for (const line of [
      'no record',
      '7',
      '[]',
      'null',
      '{}',
      '{"hash":"x","tenant_id":"acme"}',
      '{"a":1e999',
    ]) {
      const verifier = new ExportVerifier(TRUST);
      verifier.add(eventLines(GOOD)[0] ?? '');
      expect([verifier.add(line), verifier.verdict().lines, verifier.verdict().unreadable]).to.deep.equal([
        false,
        2,
        true,
      ]);
    }
  });

  it('says nothing about an empty file', () => {
    const record = JSON.stringify({
      record_type: 'checkpoint',
      note: null,
      public_key: writeNoteKey(trailKey('a', KEY.publicKey)),
    });
    expect(verdictOn([record])).to.deep.include({ state: 'unsigned', events: 0, tenantId: null });
  });
});
