import { allOperations } from '@govgate/adapter-http';
import { expect } from 'chai';
import { trailQuestions } from './trail-questions.js';

const EVENT = {
  environment_id: 'production',
  event_type: 'policy.published',
  outcome: 'denied',
  occurred_at: '2026-11-24T12:00:00.000Z',
  correlation_id: 'cor_1',
  actor: { actor_id: 'idp|ada' },
  resource: { resource_type: 'policy', resource_id: 'pv_1' },
};
const OF_THE_PAGE = new Set(['tenant_id', 'order', 'limit', 'cursor']);

describe('what the bench asks of a trail', () => {
  it('is every filter of the list of audit events', () => {
    const list = allOperations.find(({ id }) => id === 'listAuditEvents');
    const query = list?.query as { readonly entries?: object } | undefined;
    const filters = Object.keys(query?.entries ?? {}).filter((name) => !OF_THE_PAGE.has(name));
    const asked = trailQuestions(EVENT).flatMap(({ query: by }) => [...new URLSearchParams(by).keys()]);
    expect(asked.sort()).to.deep.equal(filters.sort());
  });

  it('is asked of what an event has: a day before it, and no filter that it has nothing for', () => {
    const questions = trailQuestions({ ...EVENT, correlation_id: null });
    expect(questions).to.have.length(8);
    expect(questions[1]?.query).to.equal('actor_id=idp%7Cada');
    expect(questions[5]?.what).to.equal('outcome denied');
    expect(questions[6]?.query).to.equal('from=2026-11-23T12%3A00%3A00.000Z');
  });
});
