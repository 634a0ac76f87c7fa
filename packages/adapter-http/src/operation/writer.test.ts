import { expect } from 'chai';
import * as v from 'valibot';
import { shared } from './schema-shape.js';
import { compileWriter } from './writer.js';

const Item = shared(v.object({ item_id: v.string(), note: v.optional(v.string()) }));
const write = compileWriter(
  v.object({ items: v.array(Item), next_item: v.optional(Item), count: v.number() }),
);

/** A value that counts how often it was read. */
const counting = () => {
  let looks = 0;
  const item = {
    get itemId() {
      looks += 1;
      return 'a"b';
    },
    hidden: 'never',
  };
  return { item, looks: () => looks };
};

describe('the writer of answers', () => {
  it('writes what the schema names, in its spelling, and nothing else', () => {
    const answer = { items: [{ itemId: 'a', hidden: 1 }], hidden: 2, nextItem: undefined, count: 1 };
    expect(write(answer)).to.equal('{"items":[{"item_id":"a"}],"count":1}');
    expect(write({ items: [], nextItem: { itemId: 'é', note: '\u2028' }, count: 0 })).to.equal(
      JSON.stringify({ items: [], next_item: { item_id: 'é', note: '\u2028' }, count: 0 }),
    );
  });

  it('writes a frozen value that answers share once, however often it is sent', () => {
    const { item, looks } = counting();
    Object.freeze(item);
    const text = '{"items":[{"item_id":"a\\"b"},{"item_id":"a\\"b"}],"count":2}';
    expect([
      write({ items: [item, item], count: 2 }),
      write({ items: [item, item], count: 2 }),
    ]).to.deep.equal([text, text]);
    expect(looks()).to.equal(1);
  });

  it('writes a value that may still change each time', () => {
    const item = { itemId: 'a' };
    expect(write({ items: [item], count: 1 })).to.include('"a"');
    item.itemId = 'b';
    expect(write({ items: [item], count: 1 })).to.include('"b"');
  });
});
