import { expect } from 'chai';
import { describe, it } from 'mocha';
import { policy } from '../approvals/testing/approval-bench.js';
import { LastPublished } from './last-published.js';

const stored = (id: string) => ({ record: policy(id), version: 1 });

describe('the version that was published last', () => {
  it('is not relied on by what was decided on a publish that was lost meanwhile', () => {
    const last = new LastPublished();
    const [one, two, three] = [stored('one'), stored('two'), stored('three')] as const;
    expect(last.begun(one, { ids: ['one'], held: undefined })).to.equal(true);
    const held = last.of(one.record);
    expect(held).to.equal(one);
    last.ended(one, false);
    expect(last.begun(two, { ids: ['two', 'one'], held })).to.equal(false);
    expect(last.of(two.record)).to.equal(undefined);
    expect(last.begun(three, { ids: ['three'], held: undefined })).to.equal(true);
    expect(last.of(three.record)).to.equal(three);
  });

  it('is asked of the store where another process publishes, unless a publish is under way', () => {
    const last = new LastPublished();
    const [one, two] = [stored('one'), stored('two')] as const;
    last.begun(one, { ids: ['one'], held: undefined });
    last.ended(one, false);
    last.begun(two, { ids: ['two'], held: undefined });
    expect(last.of(two.record)).to.equal(two);
    last.ended(two, true);
    expect(last.of(two.record)).to.equal(undefined);
  });
});
