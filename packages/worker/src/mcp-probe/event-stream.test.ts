import { expect } from 'chai';
import fc from 'fast-check';
import { makeEventStream } from './event-stream.js';

const read = (pieces: readonly string[]): readonly string[] => {
  const take = makeEventStream();
  return pieces.flatMap((piece) => take(piece));
};

describe('event stream', () => {
  it('gives the data of each complete event and leaves out the rest', () => {
    const text =
      ': note\r\nid: 1\r\ndata: one\r\n\r\nevent: x\ndata:two\ndata:  lines\n\ndata\r\rretry: 1\n\ndata: cut off';
    expect(read([text])).deep.equal(['one', 'two\n lines', '']);
  });

  it('gives the same events however the text is cut', () => {
    const line = fc.constantFrom('data: a', 'data:b', 'data', ': c', 'id: 1', '', '');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const text = fc.array(fc.tuple(line, end), { maxLength: 20 }).map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat(60), { maxLength: 5 }), (whole, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((to, i) => whole.slice(at[i], to));
        // A carriage return at the very end is held back, as it may be half of a line end.
        expect(read([...pieces, 'x'])).deep.equal(read([whole, 'x']));
      }),
    );
  });
});
