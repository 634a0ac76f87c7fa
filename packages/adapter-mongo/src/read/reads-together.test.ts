import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { ReadsTogether } from './reads-together.js';

interface Sent {
  readonly keys: readonly string[];
  answer(): void;
  fail(error: Error): void;
}

/** A database that answers when the test says so. */
const database = () => {
  const sent: Sent[] = [];
  const reads = new ReadsTogether<{ readonly _id: string }>(
    (keys) =>
      new Promise((resolve, reject) =>
        sent.push({ keys, answer: () => resolve(keys.map((_id) => ({ _id }))), fail: reject }),
      ),
  );
  return { sent, reads, keys: () => sent.map(({ keys }) => keys.join(' ')) };
};

describe('reads together', () => {
  it('send the requests of one turn as one command, each key once', async () => {
    const { sent, reads, keys } = database();
    const requests = ['a', 'b', 'a'].map((key) => reads.get(key));
    await turn();
    expect(keys()).to.deep.equal(['a b']);
    sent[0]?.answer();
    expect(await Promise.all(requests)).to.deep.equal([{ _id: 'a' }, { _id: 'b' }, { _id: 'a' }]);
  });

  it('read a key again for requests after the command was sent', async () => {
    const { sent, reads, keys } = database();
    void reads.get('a');
    await turn();
    const later = reads.get('a');
    await turn();
    expect(keys()).to.deep.equal(['a', 'a']);
    sent[1]?.answer();
    expect(await later).to.deep.equal({ _id: 'a' });
  });

  it('gather while four commands are under way, and continue when one ends', async () => {
    const { sent, reads, keys } = database();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      void reads.get(key);
      await turn();
    }
    expect(keys()).to.deep.equal(['a', 'b', 'c', 'd']);
    sent[2]?.answer();
    await turn();
    await turn();
    expect(keys()).to.deep.equal(['a', 'b', 'c', 'd', 'e f']);
  });

  it('send no more than five hundred keys in a command', async () => {
    const { sent, reads } = database();
    const requests = Array.from({ length: 700 }, (_, at) => reads.get(`k${at}`));
    await turn();
    await turn();
    expect(sent.map(({ keys }) => keys.length)).to.deep.equal([500, 200]);
    for (const { answer } of sent) answer();
    expect((await Promise.all(requests)).map((document) => document?._id)).to.deep.equal(
      Array.from({ length: 700 }, (_, at) => `k${at}`),
    );
  });

  it('report a failure to all who asked, and serve the next', async () => {
    const { sent, reads } = database();
    const requests = ['a', 'b'].map((key) => reads.get(key).catch((error: Error) => error.message));
    await turn();
    sent[0]?.fail(new Error('gone'));
    expect(await Promise.all(requests)).to.deep.equal(['gone', 'gone']);
    const next = reads.get('a');
    await turn();
    sent[1]?.answer();
    expect(await next).to.deep.equal({ _id: 'a' });
  });
});
