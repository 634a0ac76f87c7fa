import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { SharedTexts } from './shared-texts.js';

describe('SharedTexts', () => {
  it('keeps a text once, and only while somebody uses it', () => {
    const text = fc.constantFrom('', 'pv_1', 'pv_2', 'pv_3', 'pv_4');
    fc.assert(
      fc.property(fc.array(fc.record({ text, isTaken: fc.boolean() }), { maxLength: 60 }), (steps) => {
        const texts = new SharedTexts();
        const used: { text: string; number: number }[] = [];
        for (const { text, isTaken } of steps) {
          const found = used.findIndex((one) => one.text === text);
          if (isTaken) used.push({ text, number: texts.take(text) });
          else if (found !== -1) texts.release(used.splice(found, 1)[0]?.number as number);
          expect(used.map(({ number }) => texts.textOf(number))).to.deep.equal(used.map((one) => one.text));
          expect(texts.size).to.equal(new Set(used.map((one) => one.text)).size);
        }
      }),
    );
  });
});
