import { expect } from 'chai';
import type { AccessQuestion } from '../access/access-question.js';
import type { AccessAnswer } from './access-answer.js';
import { RememberedAnswers } from './remembered-answers.js';

const question = (
  subjectId: string,
  resourceId: string,
  over: Partial<AccessQuestion> = {},
): AccessQuestion => ({
  subject: { type: 'user', id: subjectId },
  action: { name: 'read' },
  resource: { type: 'record', id: resourceId },
  ...over,
});

const answer = (reasonCode: string): AccessAnswer => ({
  decision: true,
  context: { reasonCode, policyVersion: null, manifestHash: null, decidedBy: [] },
});

describe('the answers that a decision point remembers', () => {
  it('are those to exactly the same question: its subject, action and resource, by type and id', () => {
    const answers = new RememberedAnswers(1_000_000);
    const asked = question('ada', 'r1');
    answers.set(asked, answer('first'));
    const others = [
      question('bob', 'r1'),
      question('ada', 'r2'),
      question('ada', 'r1', { subject: { type: 'agent', id: 'ada' } }),
      question('ada', 'r1', { action: { name: 'write' } }),
      question('ada', 'r1', { resource: { type: 'file', id: 'r1' } }),
      question('ada', '', { resource: { type: 'record\u0000r1', id: '' } }),
    ];
    expect(others.map((one) => answers.get(one))).to.deep.equal(others.map(() => undefined));
    expect(answers.get(question('ada', 'r1'))).to.deep.equal(answer('first'));
  });

  it('are bounded by characters, and recently requested ones stay', () => {
    const answers = new RememberedAnswers(20_000);
    const dear = question('ada', 'dear');
    answers.set(dear, answer('dear'));
    for (let i = 0; i < 10_000; i += 1) {
      answers.set(question('ada', `r${i}`), answer(`a${i}`));
      if (i % 20 === 0) expect(answers.get(dear), String(i)).to.deep.equal(answer('dear'));
    }
    const left = Array.from({ length: 10_000 }, (_, i) => i).filter(
      (i) => answers.get(question('ada', `r${i}`)) !== undefined,
    );
    expect(left.length).to.be.within(50, 200);
    expect(left[0]).to.be.greaterThan(9_700);
  });
});
