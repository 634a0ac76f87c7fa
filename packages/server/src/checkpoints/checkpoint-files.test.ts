import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AuditCheckpoint, trailKey, writeNoteKey } from '@govgate/domain';
import { signAcceptedStore, signCheckpointNote, toBase64 } from '@govgate/domain/internal';
import { expect } from 'chai';
import { ed25519Signer, verifyEd25519ByNode } from '../system/server-keys.js';
import { type CheckpointPaths, openCheckpointFiles } from './checkpoint-files.js';

const OURS = ed25519Signer(Buffer.alloc(32, 1));
const THEIRS = ed25519Signer(Buffer.alloc(32, 2));
const AT = '2026-01-01T00:00:00.000Z';

const signed = (size: number, tenantId = 'acme', signer = OURS, signedAt = AT): AuditCheckpoint => {
  const head = { tenantId, size, root: new Uint8Array(32).fill(size), headHash: null, signedAt };
  return signCheckpointNote(head, signer.publicKey, signer.sign);
};

describe('the checkpoint files', () => {
  let folder: string;
  let beside: string;
  let outside: string;
  let reported: unknown[];
  let failures: string[];
  let warnings: unknown[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-checkpoints-'));
    beside = join(folder, 'checkpoints.ndjson');
    outside = join(folder, 'outside.ndjson');
    reported = [];
    failures = [];
    warnings = [];
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (places: Partial<CheckpointPaths> = { beside, outside }) =>
    openCheckpointFiles({
      places: { beside: undefined, outside: undefined, ...places },
      publicKey: OURS.publicKey,
      verifySignature: verifyEd25519ByNode,
      log: {
        request: () => undefined,
        warn: (what, about) => void warnings.push([what, about]),
        info: (what, fields) => void reported.push([what, fields]),
        failure: (what) => void failures.push(what),
      },
    });

  const recordsOf = (path: string): Record<string, unknown>[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  const lineOf = ({ tenantId, note }: AuditCheckpoint): string =>
    `${JSON.stringify({ schema_version: '1.0', record_type: 'checkpoint', tenant_id: tenantId, note })}\n`;

  it('contain, beside the store, the newest of each tenant, and outside it every one with its signing key', async () => {
    const files = open();
    for (const one of [signed(3), signed(7), signed(2, 'umbra')]) {
      await files.append([one]);
      await files.catchUp([one]);
    }
    const line = (one: AuditCheckpoint) => ({
      schema_version: '1.0',
      record_type: 'checkpoint',
      tenant_id: one.tenantId,
      note: one.note,
      public_key: writeNoteKey(trailKey(one.tenantId, OURS.publicKey)),
    });
    expect(recordsOf(beside)).to.deep.equal([line(signed(7)), line(signed(2, 'umbra'))]);
    expect(recordsOf(outside)).to.deep.equal([line(signed(3)), line(signed(7)), line(signed(2, 'umbra'))]);
    expect(reported).to.deep.equal(
      [signed(3), signed(7), signed(2, 'umbra')].map(({ tenantId, size, note }) => [
        'signed a checkpoint',
        { tenantId, size, note },
      ]),
    );
  });

  it('are read at the start: the newest of either file counts', async () => {
    writeFileSync(beside, lineOf(signed(9)) + lineOf(signed(4, 'umbra')));
    writeFileSync(outside, lineOf(signed(5)) + lineOf(signed(6, 'umbra')));
    const files = open();
    expect(files.tenants()).to.deep.equal(['acme', 'umbra']);
    expect([files.newest('acme')?.size, files.newest('umbra')?.size]).to.deep.equal([9, 6]);
  });

  it('are ignored where our key did not sign them, or they are not checkpoints', () => {
    const forged = lineOf(signed(9)).replace('\\n9\\n', '\\n99\\n');
    writeFileSync(
      outside,
      [lineOf(signed(50, 'acme', THEIRS)), forged, 'no record\n', '{"a":1}\n', 'null\n'].join(''),
    );
    expect(open().tenants()).to.deep.equal([]);
    appendFileSync(outside, lineOf(signed(3)));
    expect(open().newest('acme')?.size).to.equal(3);
  });

  it('keep what another process wrote there later', async () => {
    const files = open();
    await files.catchUp([signed(3)]);
    writeFileSync(beside, lineOf(signed(8)) + lineOf(signed(1, 'umbra')));
    await files.catchUp([signed(5)]);
    expect(recordsOf(beside).map(({ note }) => note)).to.deep.equal([
      signed(8).note,
      signed(1, 'umbra').note,
    ]);
  });

  const root = (size: number): string => toBase64(new Uint8Array(32).fill(size));
  const LATER = '2026-01-02T00:00:00.000Z';
  const ACCEPTED = {
    tenantId: 'acme',
    signedSize: 9,
    signedRoot: root(9),
    storeSize: 5,
    storeRoot: root(5),
    acceptedAt: LATER,
  };
  const accepting = (signer = OURS): string => signAcceptedStore(ACCEPTED, signer.publicKey, signer.sign);

  it('set aside what an operator continued from, only for that tenant, and tell it at every start', async () => {
    const files = open();
    await files.append([signed(9), signed(4, 'umbra')]);
    await files.catchUp([signed(9), signed(4, 'umbra')]);
    await files.accept(accepting());
    expect([files.newest('acme'), files.newest('umbra')?.size]).to.deep.equal([undefined, 4]);
    expect(recordsOf(outside).at(-1)).to.deep.equal({
      schema_version: '1.0',
      record_type: 'older_store_accepted',
      tenant_id: 'acme',
      note: accepting(),
    });
    await files.append([signed(6, 'acme', OURS, LATER)]);
    await files.catchUp([signed(6, 'acme', OURS, LATER)]);
    for (const places of [{ beside, outside }, { beside }, { outside }]) {
      warnings = [];
      const again = open(places);
      expect([again.newest('acme')?.size, again.newest('umbra')?.size]).to.deep.equal([6, 4]);
      expect(again.accepted('acme')).to.deep.equal([ACCEPTED]);
      expect(again.accepted('umbra')).to.deep.equal([]);
      expect(warnings).to.deep.equal([
        [
          'an older copy of the store was accepted in place of what was signed',
          { tenantId: 'acme', signedSize: 9, storeSize: 5, acceptedAt: LATER },
        ],
      ]);
    }
  });

  it('set nothing aside for an acceptance that our key did not sign, or that is written once more', async () => {
    const line = (note: string): string =>
      `${JSON.stringify({ schema_version: '1.0', record_type: 'older_store_accepted', tenant_id: 'acme', note })}\n`;
    const bare =
      '{"schema_version":"1.0","record_type":"older_store_accepted","tenant_id":"acme","at":"2026-01-02T00:00:00.000Z","signed_size":9,"store_size":5}\n';
    for (const forged of [
      bare,
      line(accepting(THEIRS)),
      line(accepting().replace('\n9 ', '\n99 ')),
      line(''),
    ]) {
      writeFileSync(outside, lineOf(signed(9)) + forged);
      expect([open({ outside }).newest('acme')?.size, open({ outside }).accepted('acme')]).to.deep.equal([
        9,
        [],
      ]);
    }
    writeFileSync(
      outside,
      lineOf(signed(9)) + line(accepting()) + lineOf(signed(7, 'acme', OURS, LATER)) + line(accepting()),
    );
    expect([open({ outside }).newest('acme')?.size, open({ outside }).accepted('acme')]).to.deep.equal([
      7,
      [ACCEPTED],
    ]);
  });

  it('log that they cannot be written, and accept the next one', async () => {
    const files = open();
    rmSync(outside);
    mkdirSync(outside);
    await files.append([signed(3)]);
    expect(failures).to.deep.equal(['a checkpoint cannot be put into its file']);
    rmSync(outside, { recursive: true });
    await files.append([signed(4)]);
    expect(recordsOf(outside).map(({ note }) => note)).to.deep.equal([signed(4).note]);
  });

  it('are refused at the start where they cannot be appended to', () => {
    expect(() => open({ outside: join(folder, 'absent', 'file') })).to.throw('ENOENT');
    expect(() => open({ outside: folder })).to.throw('EISDIR');
  });
});
