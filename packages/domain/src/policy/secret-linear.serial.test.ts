import { expect } from 'chai';
import { TOKEN_KINDS } from '../redaction/token-kinds.js';
import {
  addressHoldsSecret,
  beginsLikeToken,
  holdsSecretMaterial,
  namesForbiddenMaterial,
} from './secret-material.js';

const LARGEST = 256 * 1024;
const LIMIT_MS = 50;

/** The parts of texts that nearly match a credential again and again, or are one long run of what some pattern reads. */
const PIECES: readonly string[] = [
  // Long runs of each class of characters.
  ...[
    'a',
    'A',
    '0',
    '-',
    '_',
    '.',
    '/',
    '=',
    ':',
    ' ',
    '\n',
    '"',
    '@',
    '~',
    '%',
    '$',
    '+',
    '\\',
    '?',
    '&',
    '#',
    ';',
  ],
  ...[
    'é',
    '東',
    '\u{1F511}',
    '\u00a0',
    '\u0000',
    'aA',
    'a0',
    'A0',
    'aA0',
    'a-',
    'a_',
    'a.',
    'a/',
    'a=',
    'a:',
  ],
  // The beginning of every kind of token, and almost what must follow.
  ...TOKEN_KINDS.flatMap(({ begins: [text = ''] }) => [`-${text}`, `.${text}a0`]),
  ...[
    'eyJ',
    '-eyJ',
    '.eyJ',
    '.eyJaaaaaaaa',
    'eyJaaaaaaaa.',
    'aaaa1Q~',
    'Q~',
    '.atlasv1.',
    'aaaaaaaaaaaaaa.atlasv1.',
  ],
  ...[
    '123456789:AA',
    '1:AA',
    'Maaaaaaaaaaaaaaaaaaaaaaaaa.aaaaaa.',
    'M.',
    'abcdef01',
    '0123456789abcdef-us',
    '-us',
  ],
  // Names of secrets, with and without what would follow.
  ...[
    'token',
    'token=',
    'token:',
    'token ',
    'token    ',
    'token is ',
    'token = "',
    'token=a1',
    'token=%3d',
    '"token":"',
  ],
  ...[
    'secret=a',
    'secret: ',
    'secret)))',
    'password=',
    'password=abcdefgh ',
    'password=a1b2c3 ',
    '"password": "',
    'pass=',
  ],
  ...[
    'api key ',
    'api_key=',
    'api-key:',
    'access key',
    'private  key',
    'client_',
    'key',
    'pwd',
    'passw',
    'credential',
  ],
  ...[
    'authorization',
    'authorization: ',
    'authorization: a ',
    'bearer ',
    'bearer  ',
    'basic ',
    'basic a',
    'basic YWFhYWE=',
  ],
  ...[
    'by ',
    'identified by',
    'identified by  ',
    '--token ',
    ' --password ',
    '-u ',
    ' -u a:',
    ` -u ${'a'.repeat(60)}`,
  ],
  // Addresses and first lines of keys.
  ...[
    '://',
    'a://',
    'a://b',
    '@a://b',
    '://a@',
    ' a://',
    'a@',
    '@abcdefghijklmnopqrst',
    `${'a'.repeat(20)}://`,
    'git@',
  ],
  ...[
    '-----BEGIN ',
    '-----BEGIN A',
    '-----BEGIN A PRIVATE',
    'PuTTY-User-Key-File-',
    '"d" : ',
    '"d":"a',
    '"d"',
  ],
  ...[
    '?token',
    '&token',
    '?sig=',
    '&sig=a',
    '?a=',
    '&a=b',
    '#a=',
    ';a=',
    '?X-Amz-Signature=',
    '&Signature=aaaaaaaa',
  ],
];

const RECOGNISERS = { holdsSecretMaterial, addressHoldsSecret, beginsLikeToken, namesForbiddenMaterial };

/** Milliseconds of this process's own time that a call takes: the minimum of several tries, because others use the machine too. */
const costOf = (call: () => void): number => {
  const least = leastOf(1, call);
  if (least <= LIMIT_MS / 3) return least;
  const few = Math.min(least, leastOf(5, call));
  return few <= LIMIT_MS ? few : Math.min(few, leastOf(24, call));
};

const leastOf = (tries: number, call: () => void): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries; tried += 1) {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
};

/** A plain search that takes this long on the reference machine. Where it takes longer, so may everything. */
const YARDSTICK_MS = 3;
const MOST_SLOWED = 4;
const yardstick = 'token=a1'.repeat(LARGEST / 8);

const takesTooLong = (ms: number): boolean => {
  if (ms <= LIMIT_MS) return false;
  const slowed = leastOf(6, () => void yardstick.match(/[a-z]=[a-z]/g)) / YARDSTICK_MS;
  return ms > LIMIT_MS * Math.min(MOST_SLOWED, Math.max(1, slowed));
};

describe('the recognisers on adversarially slow texts', () => {
  for (const [name, recognise] of Object.entries(RECOGNISERS))
    it(`take no more than ${LIMIT_MS} ms over 256 KB: ${name}`, function () {
      this.timeout(120_000);
      const slow: string[] = [];
      // A non-linear pattern shows in the smaller texts before a larger one would hang.
      for (const piece of PIECES)
        for (const size of [LARGEST / 16, LARGEST]) {
          const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
          const ms = costOf(() => void recognise(text));
          if (!takesTooLong(ms)) continue;
          slow.push(`${JSON.stringify(piece)} ${size}: ${ms.toFixed(0)} ms`);
          break;
        }
      expect(slow).to.deep.equal([]);
    });

  it('need no more time where a text ends like the continuation of a credential', () => {
    const ends = ['=', '!', '\n', ' PRIVATE KEY-----', '@', '.aaaaaaaa', '"', '0'];
    const text = (piece: string, end: string) => piece.repeat(LARGEST / piece.length).slice(0, LARGEST) + end;
    const slow = ['a', 'eyJ', 'token=', 'a://', '-----BEGIN ', 'sk-'].flatMap((piece) =>
      ends.filter((end) => takesTooLong(costOf(() => void holdsSecretMaterial(text(piece, end))))),
    );
    expect(slow).to.deep.equal([]);
  });
});
