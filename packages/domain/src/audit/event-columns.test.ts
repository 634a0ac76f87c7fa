import { expect } from 'chai';
import fc from 'fast-check';
import { type AuditEvent, EMPTY_CHAIN } from './audit-event.js';
import { sealAuditEvent } from './chain.js';
import {
  columnsOfEvent,
  columnsOfText,
  columnValuesOf,
  EARLIEST_TIME,
  EVENT_COLUMNS,
  instantOfText,
  textOfColumn,
  wrongColumn,
} from './event-columns.js';
import { anyEvent } from './testing/any-event.js';
import { sampleEvent } from './testing/events.js';

const sealedSample = sealAuditEvent(sampleEvent(1), EMPTY_CHAIN);

describe('the columns of an event', () => {
  it('are read from its text exactly as in the event, whatever the values contain', () => {
    fc.assert(
      fc.property(anyEvent, fc.nat(), (given, sequence) => {
        const { event, text } = sealAuditEvent(given, { sequence, hash: null });
        expect(columnsOfText(text)).to.equal(columnsOfEvent(event));
        expect(wrongColumn(text, columnsOfEvent(event))).to.equal(undefined);
        expect(instantOfText(text)).to.equal(JSON.stringify(event.occurredAt).slice(1, -1));
      }),
      { numRuns: 500 },
    );
  });

  it('are each said by one part of its text, which no other value has', () => {
    fc.assert(
      fc.property(anyEvent, anyEvent, (given, other) => {
        const { event, text } = sealAuditEvent(given, { sequence: 1, hash: null });
        const parts = columnValuesOf(event)
          .map((value, index) => [EVENT_COLUMNS[index] ?? 'outcome', value] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([column, value]) => text.indexOf(textOfColumn(column, value)));
        expect(parts).to.deep.equal(parts.toSorted((a, b) => a - b));
        const others = columnValuesOf(sealAuditEvent(other, { sequence: 1, hash: null }).event);
        for (const [index, value] of columnValuesOf(event).entries()) {
          const column = EVENT_COLUMNS[index] ?? 'outcome';
          const another = others[index] ?? null;
          expect(text.split(textOfColumn(column, value))).to.have.lengthOf(2);
          expect(text.includes(textOfColumn(column, another))).to.equal(another === value);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are found in the shortest text that an event can have', () => {
    const sample = sampleEvent(1);
    const { text } = sealAuditEvent(
      {
        ...sample,
        ...{ action: '', auditEventId: '', changedFields: [], correlationId: '', environmentId: '' },
        ...{
          eventType: '' as AuditEvent['eventType'],
          actor: { actorId: '', actorType: '', authMethod: '' } as never,
        },
      },
      EMPTY_CHAIN,
    );
    expect(text.indexOf(',"occurred_at":')).to.equal(EARLIEST_TIME);
    expect(instantOfText(text)).to.equal(sample.occurredAt);
  });

  it('may be escaped differently', () => {
    const { event, text } = sealAuditEvent({ ...sampleEvent(1), correlationId: 'a\u0001' }, EMPTY_CHAIN);
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
