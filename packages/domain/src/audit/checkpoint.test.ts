import { expect } from 'chai';
import fc from 'fast-check';
import { toBase64 } from '../base64.js';
import { parseInstant } from '../instant.js';
import { signNote } from '../note/signed-note.js';
import {
  checkpointText,
  readCheckpoint,
  readCheckpointText,
  type TrailHead,
  trailKey,
} from './checkpoint.js';
import { trailKeyOf } from './testing/trail-key.js';

const HASH = `sha256:${'0123456789abcdef'.repeat(4)}`;
const HEAD: TrailHead = {
  tenantId: 'acme',
  size: 1234,
  root: Uint8Array.from({ length: 32 }, (_, index) => index),
  headHash: HASH,
  signedAt: '2026-11-22T00:00:00.000Z',
};
const KEY = trailKeyOf(3);

describe('a checkpoint', () => {
  it('is written as C2SP tlog-checkpoint says, head and time as extension lines', () => {
    expect(checkpointText(HEAD)).to.equal(
      `govgate/acme\n1234\n${toBase64(HEAD.root)}\nhead ${HASH}\nsigned_at 2026-11-22T00:00:00.000Z\n`,
    );
  });

  it('is read as it was written', () => {
    const root = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const when = fc.date({ min: new Date(0), max: new Date('2999-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.nat(), root, when, fc.boolean(), (size, bytes, date, bare) => {
        const extensions = bare
          ? { headHash: null, signedAt: null }
          : { headHash: HASH, signedAt: parseInstant(date.toISOString()) ?? '' };
        const head: TrailHead = { tenantId: 'a.b:c-1', size, root: bytes, ...extensions };
        expect(readCheckpointText(checkpointText(head))).to.deep.equal(head);
      }),
    );
  });

  it('is rejected with a malformed origin, size or root', () => {
    const text = checkpointText(HEAD);
    const broken = [
      '',
      text.replace('govgate/acme', 'example.com/log'),
      text.replace('govgate/acme', 'govgate/'),
      text.replace('1234', '01234'),
      text.replace('1234', '-1'),
      text.replace('1234', '99999999999999999'),
      text.replace(toBase64(HEAD.root), 'AAAA'),
      text.replace(toBase64(HEAD.root), ''),
    ];
    for (const one of broken) expect(readCheckpointText(one), one).to.equal(undefined);
  });

  it('ignores unknown lines', () => {
    const text = `${checkpointText(HEAD)}anything else\n`.replace(/^head .*$/m, 'head of something');
    expect(readCheckpointText(text)).to.deep.equal({ ...HEAD, headHash: null });
  });

  it('counts under the key of its own origin only', () => {
    const { note, ...found } = KEY.note(HEAD);
    const read = (...keys: Parameters<typeof readCheckpoint>[1]) =>
      readCheckpoint(note, keys)?.signatureStatus;
    expect(found).to.deep.equal({ tenantId: 'acme', size: 1234, keyId: found.keyId });
    expect(read(trailKey('acme', KEY.publicKey))).to.equal('signed');
    expect(read(trailKey('globex', KEY.publicKey))).to.equal('unknown');
    expect(read(trailKey('acme', trailKeyOf(4).publicKey))).to.equal('unknown');
    // Signed by a known key, but that of another trail.
    const foreign = trailKey('globex', KEY.publicKey);
    const misplaced = signNote(checkpointText(HEAD), foreign, KEY.sign);
    expect(readCheckpoint(misplaced, [foreign])?.signatureStatus).to.equal('unknown');
    expect(readCheckpoint('no note', [])).to.equal(undefined);
  });
});
