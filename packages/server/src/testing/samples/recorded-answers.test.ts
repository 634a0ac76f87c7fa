import { allOperations } from '@govgate/adapter-http';
import { holdsSecretMaterial } from '@govgate/domain/internal';
import { expect } from 'chai';
import {
  documentWithAnswers,
  keptWhereSame,
  recordedAnswers,
  shortened,
} from '../../../../../tools/reference/recorded-answers.js';
import { undocumented } from './held-against-document.js';

const answers = recordedAnswers();
const guarded = allOperations.filter(({ permission }) => permission !== 'public');

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

describe('recorded answers', () => {
  it('are there for each operation that needs a token (npm run docs:answers)', () => {
    expect(Object.keys(answers).sort()).to.deep.equal(guarded.map(({ id }) => id).sort());
  });

  for (const operation of guarded)
    it(`are what ${operation.id} answers by the document`, () => {
      const { status, body } = answers[operation.id] ?? { status: 0, body: '' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const headers = { get: () => '' } as unknown as Headers;
      expect(undocumented(operation, { status, text, headers, json: body })).to.equal(undefined);
    });

  it('stay as they are where only times, ids and hashes differ', () => {
    const answer = (id: string, at: string, state = 'open') => ({ status: 200, body: { id, at, state } });
    const before = answer(`rev_${'a1'.repeat(16)}`, '2026-01-01T00:00:00.000Z');
    const later = answer(`rev_${'b2'.repeat(16)}`, '2026-02-02T00:00:00.000Z');
    const closed = answer(`rev_${'b2'.repeat(16)}`, '2026-02-02T00:00:00.000Z', 'closed');
    expect([keptWhereSame(before, later), keptWhereSame(undefined, later)]).to.deep.equal([before, later]);
    expect(keptWhereSame(before, closed)).to.equal(closed);
  });

  it('hold no credential', () => {
    expect(textsIn(answers).filter(holdsSecretMaterial)).to.deep.equal([]);
    expect(shortened({ token: 'ggw_abc', items: [1, 2, 3] })).to.deep.equal({
      token: 'ggw_…',
      items: [1, 2],
    });
  });

  it('are the examples of the document, also where operations share a response', () => {
    const { paths, components } = documentWithAnswers();
    expect(paths['/v1/agents']?.get?.responses['200']?.content?.['application/json']?.example).to.deep.equal(
      answers.listAgents?.body,
    );
    const shared = paths['/v1/approvals']?.post?.responses['201']?.$ref?.split('/').at(-1) ?? '';
    expect(components.responses[shared]?.content?.['application/json']?.example).to.deep.equal(
      answers.requestApproval?.body,
    );
  });
});
