import { trailEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { EMPTY_CHAIN } from './audit-event.js';
import { sealAuditEvent } from './chain.js';
import { columnsOfEvent, EVENT_COLUMNS, instantOfText, wrongColumn } from './event-columns.js';
import { anyEvent } from './testing/any-event.js';

const sealedSample = sealAuditEvent(trailEvent(1), EMPTY_CHAIN);

describe('the columns of an event', () => {
  it('are read from its text exactly as in the event, whatever the values contain', () => {
    fc.assert(
      fc.property(anyEvent, fc.nat(), (given, sequence) => {
        const { event, text } = sealAuditEvent(given, { sequence, hash: null });
        expect(wrongColumn(text, columnsOfEvent(event))).to.equal(undefined);
        expect(instantOfText(text)).to.equal(JSON.stringify(event.occurredAt).slice(1, -1));
      }),
      { numRuns: 500 },
    );
  });

  it('may be escaped differently', () => {
    const { event, text } = sealAuditEvent({ ...trailEvent(1), correlationId: 'a\u0001' }, EMPTY_CHAIN);
    expect(wrongColumn(text, columnsOfEvent(event).replace('usr_1', '\\u0075sr_1'))).to.equal(undefined);
  });

  it('are named when one of them differs', () => {
    const values = JSON.parse(columnsOfEvent(sealedSample.event)) as unknown[];
    const named = values.map((_, index) =>
      wrongColumn(sealedSample.text, JSON.stringify(values.with(index, 'x'))),
    );
    expect(named).to.deep.equal(EVENT_COLUMNS);
  });

  it('are all wrong when they are not a list, or the text is not an event', () => {
    for (const columns of ['', 'null', '{}', '"blob"', '[1'])
      expect(wrongColumn(sealedSample.text, columns)).to.equal('audit_event_id');
    expect(wrongColumn('{}', columnsOfEvent(sealedSample.event))).to.equal('audit_event_id');
  });
});
