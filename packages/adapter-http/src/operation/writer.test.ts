import { expect } from 'chai';
import * as v from 'valibot';
import { compileWriter } from './writer.js';

const Item = v.object({ item_id: v.string(), note: v.optional(v.string()) });
const write = compileWriter(
  v.object({ items: v.array(Item), next_item: v.optional(Item), count: v.number() }),
);

describe('the writer of answers', () => {
  it('writes what the schema names, in its spelling, and nothing else', () => {
    const answer = { items: [{ itemId: 'a', hidden: 1 }], hidden: 2, nextItem: undefined, count: 1 };
    expect(write(answer)).to.equal('{"items":[{"item_id":"a"}],"count":1}');
    expect(write({ items: [], nextItem: { itemId: 'é', note: '\u2028' }, count: 0 })).to.equal(
      JSON.stringify({ items: [], next_item: { item_id: 'é', note: '\u2028' }, count: 0 }),
    );
  });
});
