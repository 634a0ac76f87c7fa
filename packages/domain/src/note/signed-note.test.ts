import { createPrivateKey, sign as nodeSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { fromBase64, toBase64 } from '../base64.js';
import { type NoteKey, readNoteKey, writeNoteKey } from './note-key.js';
import { readNote, signatureStatus, signNote } from './signed-note.js';

/** Written by golang.org/x/mod/sumdb/note with a key of 32 bytes of value 7. */
const GO = (
  JSON.parse(readFileSync(new URL('../merkle/testing/go-vectors.json', import.meta.url), 'utf8')) as {
    readonly note: { readonly public_key: string; readonly key: string; readonly note: string };
  }
).note;

// The example of the C2SP signed-note specification and of golang.org/x/mod/sumdb/note.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETER_TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const PETER_NOTE = `${PETER_TEXT}\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const keyOf = (seed: number, name = 'govgate/acme') => {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, seed)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const jwk = privateKey.export({ format: 'jwk' });
  const key: NoteKey = { name, publicKey: Uint8Array.from(Buffer.from(jwk.x ?? '', 'base64url')) };
  return { key, sign: (text: string) => Uint8Array.from(nodeSign(null, Buffer.from(text), privateKey)) };
};

const readKnown = (word: string): NoteKey => {
  const key = readNoteKey(word);
  if (key === undefined) throw new Error('no key');
  return key;
};

const statusOf = (note: string, ...keys: NoteKey[]) => {
  const read = readNote(note);
  return read === undefined ? 'no note' : signatureStatus(read, keys);
};

describe('a signed note', () => {
  it('is accepted in the form of the specification’s own example', () => {
    expect(readNote(PETER_NOTE)?.text).to.equal(PETER_TEXT);
    expect(statusOf(PETER_NOTE, readKnown(PETER))).to.equal('signed');
    expect(writeNoteKey(readKnown(PETER))).to.equal(PETER);
  });

  it('is, byte for byte, the one that golang.org/x/mod/sumdb/note writes', () => {
    const { key, sign } = keyOf(7);
    expect([toBase64(key.publicKey), writeNoteKey(key)]).to.deep.equal([GO.public_key, GO.key]);
    expect(signNote(readNote(GO.note)?.text ?? '', key, sign)).to.equal(GO.note);
    expect(statusOf(GO.note, readKnown(GO.key))).to.equal('signed');
  });

  it('is forged when one bit of its text or signature is flipped', () => {
    const { key, sign } = keyOf(1);
    const note = signNote('govgate/acme\n7\nsome text\n', key, sign);
    const [line = ''] = note.split('\n').slice(-2);
    const encoded = line.split(' ')[2] ?? '';
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 67 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const bytes = fromBase64(encoded) ?? new Uint8Array();
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(statusOf(note.replace(encoded, toBase64(bytes)), key)).to.equal('forged');
      }),
      { numRuns: 30 },
    );
    expect(statusOf(note.replace('\n7\n', '\n8\n'), key)).to.equal('forged');
  });

  it('is unknown under other keys: another name, another key of the name, none', () => {
    const { key, sign } = keyOf(1);
    const note = signNote('text\n', key, sign);
    expect(statusOf(note, { ...key, name: 'govgate/globex' })).to.equal('unknown');
    expect(statusOf(note, keyOf(2).key)).to.equal('unknown');
    expect(statusOf(note)).to.equal('unknown');
  });

  it('may have several signatures; a wrong one by a known key invalidates it', () => {
    const [one, two] = [keyOf(1), keyOf(2, 'witness')];
    const first = signNote('text\n', one.key, one.sign);
    const second = signNote('text\n', two.key, two.sign).split('\n').at(-2);
    const both = `${first}${second}\n`;
    expect(statusOf(both, one.key)).to.equal('signed');
    expect(statusOf(both, one.key, two.key)).to.equal('signed');
    const spoilt = `${first}${signNote('other\n', two.key, two.sign).split('\n').at(-2)}\n`;
    expect(statusOf(spoilt, one.key)).to.equal('signed');
    expect(statusOf(spoilt, one.key, two.key)).to.equal('forged');
  });

  it('is not accepted when malformed', () => {
    const { key, sign } = keyOf(1);
    const note = signNote('text\n', key, sign);
    const broken = [
      '',
      'text\n',
      note.slice(0, -1),
      note.replace('\u2014 ', '-- '),
      note.replace('\u2014 ', '\u2014'),
      note.replace('govgate/acme', 'gov gate'),
      note.replace('govgate/acme', 'gov+gate'),
      note.replace('text', 'te\u0007xt'),
      note.replace(/ [^ ]+\n$/, ' AAAA\n'),
      `${note}more\n`,
      note + (note.split('\n').at(-2) ?? '').concat('\n').repeat(100),
    ];
    for (const text of broken) expect(readNote(text), text).to.equal(undefined);
    expect(() => signNote('no newline', key, sign)).to.throw(TypeError);
    expect(() => signNote('an\n\nempty line\n', key, sign)).to.throw(TypeError);
  });

  it('trusts a key only under its own id', () => {
    const word = writeNoteKey(keyOf(1).key);
    const broken = [
      '',
      'name',
      word.replace('govgate/acme', 'govgate/globex'),
      word.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
      `${word}AAAA`,
      word.slice(0, -4),
      word.replace(/\+A/, '+B'),
      ` ${word}`,
    ];
    for (const text of broken) expect(readNoteKey(text), text).to.equal(undefined);
  });
});
