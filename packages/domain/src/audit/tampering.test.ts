import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { expect } from 'chai';
import { EMPTY_CHAIN } from './audit-event.js';
import { type AuditCheckpoint, checkpointText } from './checkpoint.js';
import { linkAt as at, chainOf, sampleEvents as events, sampleEvent, sha256 } from './testing/events.js';
import { type ChainFault, type ChainLink, type ChainReport, ChainVerifier } from './verify.js';

const GOOD = chainOf(events(1, 8), EMPTY_CHAIN, sha256);

/** Numbers that look random but are the same for the same seed. */
const dice = (seed: number): ((sides: number) => number) => {
  let state = (seed * 2654435761 + 1) >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % sides;
  };
};

const KEYS = generateKeyPairSync('ed25519');
const OLD_KEYS = generateKeyPairSync('ed25519');

const checkpointAt = (
  links: readonly ChainLink[],
  sequence: number,
  key: KeyObject = KEYS.privateKey,
): AuditCheckpoint => {
  const statement = {
    tenantId: 'acme',
    sequence,
    hash: at(links, sequence - 1).hash,
    signedAt: '2026-02-01T00:00:00.000Z',
  };
  return {
    ...statement,
    signature: sign(null, Buffer.from(checkpointText(statement)), key).toString('base64'),
  };
};

const signed = (kept: AuditCheckpoint): boolean =>
  verify(null, Buffer.from(checkpointText(kept)), KEYS.publicKey, Buffer.from(kept.signature, 'base64'));

/** Verifies as an auditor does who kept a checkpoint outside. */
const verifiedAgainst = (
  links: readonly ChainLink[],
  kept: AuditCheckpoint,
  trusted: boolean,
): ChainReport => {
  const verifier = new ChainVerifier('acme', EMPTY_CHAIN, sha256);
  if (!trusted) verifier.fail(kept.sequence, 'checkpoint_mismatch');
  for (const link of links) {
    if (!verifier.add(link)) break;
    if (link.sequence === kept.sequence && link.hash !== kept.hash)
      verifier.fail(link.sequence, 'checkpoint_mismatch');
  }
  if (verifier.head.sequence < kept.sequence) verifier.fail(verifier.head.sequence + 1, 'truncated');
  return verifier.report();
};

/** Seals a text anew, as somebody does who can write the store but not sign. */
const resealed = (text: string, sequence: number): ChainLink => ({
  sequence,
  text,
  hash: `sha256:${sha256(text)}`,
});

interface Tampering {
  readonly kind: string;
  readonly tamper: (links: readonly ChainLink[], roll: (sides: number) => number) => readonly ChainLink[];
  readonly faults: readonly ChainFault[];
}

const TAMPERINGS: readonly Tampering[] = [
  {
    kind: 'edits an event',
    tamper: (links, roll) => {
      const index = roll(links.length);
      const { sequence, text, hash } = at(links, index);
      const edits = [
        text.replace('"outcome":"success"', '"outcome":"failure"'),
        text.replace('planned_change', 'emergency'),
        text.replace(/"actor_id":"usr_\d"/, '"actor_id":"usr_eve"'),
        text.replace('2026-01-01', '2026-01-02'),
        text.replace('"environment_id":"production"', '"environment_id":null'),
      ];
      const edited = edits[roll(edits.length)] ?? '';
      const link = roll(2) === 0 ? { sequence, text: edited, hash } : resealed(edited, sequence);
      return links.with(index, link);
    },
    faults: ['hash_mismatch', 'prev_hash_mismatch', 'checkpoint_mismatch'],
  },
  {
    kind: 'deletes an event',
    tamper: (links, roll) => links.toSpliced(roll(links.length - 1), 1),
    faults: ['sequence_gap'],
  },
  {
    kind: 'swaps two events',
    tamper: (links, roll) => {
      const first = roll(links.length - 1);
      const second = first + 1 + roll(links.length - 1 - first);
      return links.with(first, at(links, second)).with(second, at(links, first));
    },
    faults: ['sequence_gap'],
  },
  {
    kind: 'swaps the words of two events and keeps their numbers',
    tamper: (links, roll) => {
      const first = roll(links.length - 1);
      const [a, b] = [at(links, first), at(links, first + 1)];
      return links
        .with(first, { ...b, sequence: a.sequence })
        .with(first + 1, { ...a, sequence: b.sequence });
    },
    faults: ['sequence_gap'],
  },
  {
    kind: 'puts an event in twice',
    tamper: (links, roll) => {
      const index = roll(links.length);
      return links.toSpliced(index, 0, at(links, index));
    },
    faults: ['sequence_gap'],
  },
  {
    kind: 'cuts the tail off',
    tamper: (links, roll) => links.slice(0, roll(links.length)),
    faults: ['truncated'],
  },
  {
    kind: 'forks the chain: seals another story from some event on',
    tamper: (links, roll) => {
      const from = roll(links.length);
      const head = from === 0 ? EMPTY_CHAIN : at(links, from - 1);
      return [...links.slice(0, from), ...chainOf(events(100, links.length - from), head, sha256)];
    },
    faults: ['checkpoint_mismatch'],
  },
  {
    kind: 'takes an event out and numbers the rest anew',
    tamper: (links, roll) => {
      const index = roll(links.length - 1);
      return links.toSpliced(index, 1).map((link, i) => {
        const text = link.text.replace(/"sequence":\d+/, `"sequence":${i + 1}`);
        return i < index ? link : { sequence: i + 1, text, hash: link.hash };
      });
    },
    faults: ['prev_hash_mismatch'],
  },
  {
    kind: "slips in another tenant's event",
    tamper: (links, roll) => {
      const index = roll(links.length);
      const head = index === 0 ? EMPTY_CHAIN : at(links, index - 1);
      const [foreign] = chainOf([sampleEvent(50, 'globex')], head, sha256);
      return links.with(index, foreign ?? at(links, index));
    },
    faults: ['foreign_event'],
  },
  {
    kind: 'restores an older backup and goes on from there',
    tamper: (links, roll) => {
      const kept = 1 + roll(links.length - 1);
      const head = at(links, kept - 1);
      return [...links.slice(0, kept), ...chainOf(events(200, links.length), head, sha256)];
    },
    faults: ['checkpoint_mismatch'],
  },
];

describe('a tampered chain, held against a checkpoint kept outside', () => {
  const SEEDS = 1000;
  const kept = checkpointAt(GOOD, GOOD.length);
  const trusted = signed(kept);

  it('is told from the chain as it was', () => {
    expect(verifiedAgainst(GOOD, kept, trusted).valid).to.equal(true);
    const longer = [...GOOD, ...chainOf(events(9, 3), at(GOOD, 7), sha256)];
    expect(verifiedAgainst(longer, kept, trusted).valid).to.equal(true);
  });

  for (const { kind, tamper, faults } of TAMPERINGS) {
    it(`shows when somebody ${kind}`, () => {
      const missed: number[] = [];
      const told = new Set<ChainFault | undefined>();
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const report = verifiedAgainst(tamper(GOOD, dice(seed)), kept, trusted);
        if (report.valid) missed.push(seed);
        told.add(report.firstInvalid?.reasonCode);
      }
      expect(missed).to.deep.equal([]);
      expect([...told].sort()).to.deep.equal([...faults].sort());
    });
  }

  it('shows when somebody forks it and signs with a key that is not trusted any more', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const from = dice(seed)(8);
      const head = from === 0 ? EMPTY_CHAIN : at(GOOD, from - 1);
      const forged = [...GOOD.slice(0, from), ...chainOf(events(300, 8 - from), head, sha256)];
      const checkpoint = checkpointAt(forged, 8, OLD_KEYS.privateKey);
      const report = verifiedAgainst(forged, checkpoint, signed(checkpoint));
      expect(report.firstInvalid).to.deep.equal({ sequence: 8, reasonCode: 'checkpoint_mismatch' });
    }
  });
});
