import { expect } from 'chai';
import { CREDENTIAL_SHAPES, drawWith } from '../redaction/testing/credential-shapes.js';
import { ORDINARY_TEXTS } from '../redaction/testing/ordinary-texts.js';
import { holdsSecretMaterial } from './secret-material.js';

const SHAPES = Object.entries(CREDENTIAL_SHAPES);

/** The forms that are not found when generated with a seed. */
const missed = (seed: number, around = (text: string): string => text): string[] => {
  const draw = drawWith(seed);
  return SHAPES.filter(([, make]) => !holdsSecretMaterial(around(make(draw)))).map(([what]) => what);
};

describe('the recogniser over a corpus', () => {
  it('has more than a hundred credentials and two hundred ordinary texts to be measured by', () => {
    expect([SHAPES.length, ORDINARY_TEXTS.length, new Set(ORDINARY_TEXTS).size]).to.deep.equal([
      110, 200, 200,
    ]);
  });

  it('finds all credentials but five at most', () => {
    expect(missed(2026).length, missed(2026).join(', ')).to.be.at.most(5);
  });

  it('finds as many of others generated from the same forms', () => {
    for (let seed = 1; seed <= 50; seed += 1)
      expect(missed(seed).length, `${seed}: ${missed(seed).join(', ')}`).to.be.at.most(5);
  });

  it('finds as many inside a sentence, in quotes and in code', () => {
    const arounds = [
      (text: string) => `It failed with ${text} this morning, please check.`,
      (text: string) => `Use "${text}" for the test.`,
      (text: string) => `run: \`${text}\`\nthen wait`,
      (text: string) => `(${text})`,
    ];
    for (const around of arounds)
      expect(missed(7, around).length, missed(7, around).join(', ')).to.be.at.most(5);
  });

  it('finds a generated key whose letters happen to form words', () => {
    const key = ['CNRYEFB09CB9AFDDBAFF3F51', 'N00413'].join('');
    for (const before of ['Authorization: Bearer ', 'Authorization: SSWS ', 'bearer ', 'api_key=', 'token: '])
      expect(holdsSecretMaterial(before + key), before).to.equal(true);
  });

  it('refuses at most one of two hundred ordinary texts', () => {
    const refused = ORDINARY_TEXTS.filter(holdsSecretMaterial);
    expect(refused.length, refused.join('\n')).to.be.at.most(1);
  });

  it('refuses no two ordinary texts because of their combination', () => {
    const pairs = ORDINARY_TEXTS.map(
      (text, i) => `${text}; ${ORDINARY_TEXTS[(i * 37 + 11) % ORDINARY_TEXTS.length]}`,
    );
    const refused = pairs.filter(holdsSecretMaterial);
    expect(refused.length, refused.join('\n')).to.be.at.most(2);
  });
});
