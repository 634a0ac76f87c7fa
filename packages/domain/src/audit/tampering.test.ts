import { dice, sealed, TAMPERINGS, type Tampering, trailEvents } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { EMPTY_CHAIN } from './audit-event.js';
import { checkpointLine, eventLines, exportOf, headOf } from './testing/exported-trail.js';
import { linkAt as at, sha256 } from './testing/links.js';
import { trailKeyOf, verifyByNode } from './testing/trail-key.js';
import type { ChainLink } from './verify.js';
import { type ExportTrust, type ExportVerdict, ExportVerifier } from './verify-export.js';

const GOOD = sealed(trailEvents(1, 12));
const KEY = trailKeyOf(1);
const OLD_KEY = trailKeyOf(2);
const SEEDS = process.env.GOVGATE_TEST_LONG === '1' ? 1000 : 100;

const NOTE = KEY.note(headOf(GOOD)).note;
const TRUST: ExportTrust = { keys: [KEY.publicKey], hash: sha256, verifySignature: verifyByNode };

const verdictOn = (lines: readonly string[], trust: ExportTrust = TRUST): ExportVerdict => {
  const verifier = new ExportVerifier(trust);
  for (const line of lines) if (!verifier.add(line)) break;
  return verifier.verdict();
};

/** What follows the events in a tampered file: what followed before, nothing, or what the forger can sign. */
const endings = (forged: readonly ChainLink[], part: { from: number; to: number }): readonly string[][] => [
  [checkpointLine(GOOD, part, KEY)],
  [],
  [
    checkpointLine(
      [...GOOD.slice(0, part.from), ...forged],
      { from: part.from, to: part.from + forged.length },
      OLD_KEY,
    ),
  ],
];

const tamperedFile = ({ tamper }: Tampering, seed: number) => {
  const roll = dice(seed);
  const from = roll(2) === 0 ? 0 : 1 + roll(6);
  const part = { from, to: from === 0 ? GOOD.length : Math.min(GOOD.length, from + 3 + roll(6)) };
  const head = from === 0 ? EMPTY_CHAIN : { sequence: from, hash: at(GOOD, from - 1).hash };
  const forged = tamper({ links: GOOD.slice(part.from, part.to), head, roll });
  const ending = endings(forged, part)[roll(3)] ?? [];
  // Only events after the kept checkpoint, in a file that begins with the first event, may continue from it.
  const mayGoOn = from > 0 || GOOD.every(({ hash }, index) => forged[index]?.hash === hash);
  return { lines: [...eventLines(forged), ...ending], mustBreak: !mayGoOn };
};

describe('a tampered export', () => {
  it('is distinguished from genuine exports, complete and in parts', () => {
    for (let from = 0; from < GOOD.length; from += 1)
      for (let to = from + 1; to <= GOOD.length; to += 1) {
        const verdict = verdictOn(exportOf(GOOD, KEY, { from, to }), { ...TRUST, checkpoints: [NOTE] });
        expect([verdict.state, verdict.signedUpTo, verdict.events]).to.deep.equal([
          'verified',
          to,
          to - from,
        ]);
      }
  });

  for (const tampering of TAMPERINGS) {
    it(`is detected when somebody ${tampering.kind}, under the key`, () => {
      const missed: number[] = [];
      for (let seed = 0; seed < SEEDS; seed += 1)
        if (verdictOn(tamperedFile(tampering, seed).lines).state === 'verified') missed.push(seed);
      expect(missed).to.deep.equal([]);
    });

    it(`is broken when somebody ${tampering.kind}, given a kept checkpoint`, () => {
      const missed: number[] = [];
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const { lines, mustBreak } = tamperedFile(tampering, seed);
        const { state } = verdictOn(lines, { ...TRUST, checkpoints: [NOTE] });
        if (mustBreak ? state !== 'broken' : state === 'verified') missed.push(seed);
      }
      expect(missed).to.deep.equal([]);
    });
  }

  it('that is an older export, complete and signed at the time, is detected with a kept checkpoint', () => {
    for (let size = 1; size < GOOD.length; size += 1) {
      const older = exportOf(GOOD.slice(0, size), KEY);
      expect(verdictOn(older).state).to.equal('verified');
      const { state, firstInvalid } = verdictOn(older, { ...TRUST, checkpoints: [NOTE] });
      expect([state, firstInvalid]).to.deep.equal([
        'broken',
        { sequence: size + 1, reasonCode: 'truncated' },
      ]);
    }
  });
});
