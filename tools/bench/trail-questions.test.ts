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
  it('is every filter of the list of audit events, alone and with each one and two others', () => {
    const list = allOperations.find(({ id }) => id === 'listAuditEvents');
    const query = list?.query as { readonly entries?: object } | undefined;
    const filters = Object.keys(query?.entries ?? {}).filter((name) => !OF_THE_PAGE.has(name));
    const questions = trailQuestions(EVENT);
    const requests = questions.map(({ query }) => [...new URLSearchParams(query).keys()].sort().join());
    const sets = filters.flatMap((one) =>
      filters.flatMap((two) => filters.map((three) => [one, two, three])),
    );
    const wanted = new Set(sets.map((names) => [...new Set(names)].sort().join()));
    expect(requests.sort()).to.deep.equal([...wanted].sort());
    expect(questions.filter((question) => question.filters === 2)).to.have.length(36);
    expect(questions.filter((question) => question.filters === 3)).to.have.length(84);
  });

  it('is asked of what an event has: two days around it, and no filter that it has nothing for', () => {
    const questions = trailQuestions({ ...EVENT, correlation_id: null });
    expect(questions).to.have.length(8 + 28 + 56);
    expect(questions.findLast((question) => question.filters === 2)).to.deep.equal({
      what: 'from + to',
      filters: 2,
      query: 'from=2026-11-23T12%3A00%3A00.000Z&to=2026-11-25T12%3A00%3A00.000Z',
    });
    expect(questions[1]?.query).to.equal('actor_id=idp%7Cada');
    expect(questions[5]?.what).to.equal('outcome denied');
  });
});
