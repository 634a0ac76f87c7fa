import { expect } from 'chai';
import { correlationIdOf } from './call-names.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const ofHeaders = (headers: Record<string, string>): string | null => correlationIdOf({ headers });

describe('the correlation id of a call', () => {
  it('is what the caller says, else the trace that the call belongs to', () => {
    const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
    expect(ofHeaders({ 'x-correlation-id': 'incident-7', traceparent })).to.equal('incident-7');
    expect(ofHeaders({ traceparent })).to.equal(TRACE);
    expect(ofHeaders({ traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` })).to.equal(TRACE);
    expect(ofHeaders({})).to.equal(null);
  });

  it('is never something malformed, or that looks like a credential', () => {
    const refused = [
      ['', 'a b', 'x'.repeat(200), 'a, b', '../etc', `ghp_${'a1B2'.repeat(9)}`],
      ['', `00-${TRACE}`, `ff-${TRACE}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
      [`00-${TRACE}-${'0'.repeat(16)}-01`, `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`],
    ] as const;
    const [names, ...traces] = refused;
    expect(names.map((name) => ofHeaders({ 'x-correlation-id': name }))).to.deep.equal(names.map(() => null));
    expect(traces.flat().map((traceparent) => ofHeaders({ traceparent }))).to.deep.equal(
      traces.flat().map(() => null),
    );
  });
});
