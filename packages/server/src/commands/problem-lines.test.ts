import { parseBundle } from '@govgate/adapter-http';
import { expect } from 'chai';
import { problemLines } from './problem-lines.js';

const problemsOf = (bundle: object) => {
  const parsed = parseBundle({ schema_version: '1.0', ...bundle });
  return parsed.ok ? [] : parsed.problems;
};

describe("an import's refusal in words", () => {
  it('says where, what is wrong and what is right, one line per problem, and no value', () => {
    const users = [
      { user_id: 'a b', tenant_id: 'acme', display_name: 'Ada' },
      { user_id: 'ada', tenant_id: 'acme', displayname: 'canary-value' },
    ];
    const lines = problemLines(problemsOf({ users }));
    expect(lines).to.deep.equal([
      'users[0].user_id: The value is not one that is allowed here. The value must be a text that matches ^[/-~!-,-][!-~]{0,127}$.',
      'users[1].display_name: A required field is missing. The field is required: a text of 1 to 128 characters.',
      'users[1].displayname: The bundle format has no such field. There is no such field; the nearest one is display_name.',
    ]);
  });

  it('names the nearest section', () => {
    expect(problemLines(problemsOf({ userz: [] }))).to.deep.equal([
      'userz: The bundle format has no such field. There is no such field; the nearest one is users.',
    ]);
  });

  it('lists twenty and counts the others', () => {
    const users = Array.from({ length: 25 }, () => 1);
    const lines = problemLines(problemsOf({ users }));
    expect([lines.length, lines[20]]).to.deep.equal([21, '... and 5 more']);
  });

  it('names the bundle itself', () => {
    const parsed = parseBundle([]);
    expect(parsed.ok ? [] : problemLines(parsed.problems)).to.deep.equal([
      'the bundle: The value is not one that is allowed here.',
    ]);
  });
});
