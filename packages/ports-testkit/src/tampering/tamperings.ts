import { type ChainHead, type ChainLink, sha256Hex } from '@govgate/domain';
import { sealed, trailEvent, trailEvents } from './sample-trail.js';

/** Numbers that look random but are the same for the same seed. */
export const dice = (seed: number): ((sides: number) => number) => {
  let state = (seed * 2654435761 + 1) >>> 0;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return (state >>> 8) % sides;
  };
};

/** What is tampered with: some links in a row, and what the first of them continues. */
export interface Tampered {
  readonly links: readonly ChainLink[];
  readonly head: ChainHead;
  readonly roll: (sides: number) => number;
}

export interface Tampering {
  readonly kind: string;
  /** Whether it leaves what was once signed, so that only a checkpoint kept elsewhere can reveal it. */
  readonly onceSigned?: boolean;
  readonly tamper: (tampered: Tampered) => readonly ChainLink[];
}

/** The ten kinds of tampering of T1 (reliability), each in the ways that its words allow. */
export const TAMPERINGS: readonly Tampering[] = [
  {
    kind: 'edits events',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length);
      const { text, hash, sequence } = at(links, index);
      const edits = [
        text.replace('"outcome":"success"', '"outcome":"failure"'),
        text.replace('planned_change', 'emergency'),
        text.replace('2026-01-01', '2026-01-02'),
        text.replace('"environment_id":"production"', '"environment_id":null'),
        blamed(text),
      ];
      const edited = edits[roll(edits.length)] ?? '';
      const own = `sha256:${sha256Hex(edited)}`;
      const rest = links.slice(index + 1).map((link) => link.text);
      if (roll(3) === 0) return [...links.slice(0, index), ...rechained(tampered, index, [edited, ...rest])];
      return links.with(index, { sequence, text: edited, hash: roll(2) === 0 ? hash : own });
    },
  },
  {
    kind: 'deletes events',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length - 1);
      const rest = links.slice(index + 1);
      if (roll(2) === 0) return [...links.slice(0, index), ...rest];
      const texts = rest.map((link) => link.text);
      return [...links.slice(0, index), ...rechained(tampered, index, texts)];
    },
  },
  {
    kind: 'swaps two events',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const first = roll(links.length - 1);
      const second = first + 1 + roll(links.length - 1 - first);
      const [a, b] = [at(links, first), at(links, second)];
      const swapped = links
        .with(first, { ...b, sequence: a.sequence })
        .with(second, { ...a, sequence: b.sequence });
      if (roll(2) === 0) return swapped;
      const texts = swapped.slice(first).map((link) => link.text);
      return [...links.slice(0, first), ...rechained(tampered, first, texts)];
    },
  },
  {
    kind: 'puts an event in twice',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length);
      const doubled = links.toSpliced(index, 0, at(links, index));
      if (roll(2) === 0) return doubled;
      const texts = doubled.slice(index).map((link) => link.text);
      return [...links.slice(0, index), ...rechained(tampered, index, texts)];
    },
  },
  {
    kind: 'cuts the tail off',
    onceSigned: true,
    tamper: ({ links, roll }) => links.slice(0, 1 + roll(links.length - 1)),
  },
  {
    kind: 'forks the chain: seals another story from some event on',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const from = roll(links.length);
      const other = sealed(trailEvents(100, links.length - from), headAt(tampered, from));
      return [...links.slice(0, from), ...other];
    },
  },
  {
    kind: 'removes an event and renumbers the rest',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length - 1);
      const first = links[0]?.sequence ?? 1;
      return links.toSpliced(index, 1).map((link, i) => {
        const text = link.text.replace(/"sequence":\d+/, `"sequence":${first + i}`);
        return i < index ? link : { sequence: first + i, text, hash: link.hash };
      });
    },
  },
  {
    kind: "slips in another tenant's event",
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length);
      const [foreign] = sealed([trailEvent(50, 'globex')], headAt(tampered, index));
      return links.with(index, foreign ?? at(links, index));
    },
  },
  {
    kind: 'seals another story and signs it with a key that is no longer trusted',
    tamper: (tampered) => sealed(trailEvents(300, tampered.links.length), tampered.head),
  },
  {
    kind: 'restores an older backup and continues from there',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const kept = 1 + roll(links.length - 1);
      const other = sealed(trailEvents(200, links.length), headAt(tampered, kept));
      return [...links.slice(0, kept), ...other];
    },
  },
];

/** What is done to events that no checkpoint covers yet, within the minute until one does. */
export interface TailTampering {
  readonly kind: string;
  /** Whether only the process that committed the events can tell. */
  readonly leavesSound?: boolean;
  readonly tamper: (tampered: Tampered) => readonly ChainLink[];
}

export const TAIL_TAMPERINGS: readonly TailTampering[] = [
  {
    kind: 'blames an unsigned event on somebody else',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length);
      const [text = '', ...rest] = links.slice(index).map((link) => link.text);
      return [...links.slice(0, index), ...rechained(tampered, index, [blamed(text), ...rest])];
    },
  },
  {
    kind: 'invents an event among the unsigned ones',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length + 1);
      const [invented] = sealed([trailEvent(400)], headAt(tampered, index));
      const texts = links.slice(index).map((link) => link.text);
      return [...links.slice(0, index), ...rechained(tampered, index, [invented?.text ?? '', ...texts])];
    },
  },
  {
    kind: 'removes unsigned events that others follow',
    tamper: (tampered) => {
      const { links, roll } = tampered;
      const index = roll(links.length - 1);
      const behind = index + 1 + roll(links.length - 1 - index);
      const texts = links.slice(behind).map((link) => link.text);
      return [...links.slice(0, index), ...rechained(tampered, index, texts)];
    },
  },
  {
    kind: 'removes the newest events before they are signed',
    leavesSound: true,
    tamper: ({ links, roll }) => links.slice(0, roll(links.length)),
  },
];

const at = (links: readonly ChainLink[], index: number): ChainLink => {
  const link = links[index];
  if (link === undefined) throw new Error('no such link');
  return link;
};

const headAt = ({ links, head }: Tampered, index: number): ChainHead =>
  index === 0 ? head : { sequence: at(links, index - 1).sequence, hash: at(links, index - 1).hash };

/** Reseals texts from an index on, as somebody would who can write the store but not sign. */
const rechained = (tampered: Tampered, index: number, texts: readonly string[]): ChainLink[] => {
  let head = headAt(tampered, index);
  return texts.map((given) => {
    const sequence = head.sequence + 1;
    const text = given
      .replace(/"prev_hash":(?:null|"[^"]*")/, () => `"prev_hash":${JSON.stringify(head.hash)}`)
      .replace(/"sequence":\d+/, `"sequence":${sequence}`);
    head = { sequence, hash: `sha256:${sha256Hex(text)}` };
    return { sequence, text, hash: head.hash as string };
  });
};

const blamed = (text: string): string => text.replace(/"actor_id":"usr_\d"/, '"actor_id":"usr_eve"');
