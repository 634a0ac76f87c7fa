import { expect } from 'chai';
import { manifestWords } from './manifest-words.js';

describe('manifestWords', () => {
  const names = (...path: string[]) => manifestWords(path).names.map(({ name }) => name);

  it('has the names of an object and the values of a name, through lists and alternatives', () => {
    expect(names()).to.deep.equal(['manifest_version', 'default_effect', 'rules']);
    expect(names('rules')).to.include.members(['rule_id', 'effect', 'subjects', 'approval']);
    expect(names('rules', 'obligations')).to.deep.equal(['type', 'limit', 'window_seconds', 'value']);
    expect(manifestWords(['rules', 'effect']).values).to.deep.equal(['allow', 'deny', 'require_approval']);
    expect(manifestWords(['rules', 'actions']).values).to.include.members(['tool.invoke', '*']);
    expect(manifestWords(['rules', 'enabled']).values).to.deep.equal([true, false]);
    expect(manifestWords(['rules', 'approval', 'approver_role']).values).to.include('security_admin');
    expect(manifestWords(['rules', 'subjects', 'groups']).values).to.deep.equal(['*']);
  });

  it('has nothing where the language has nothing', () => {
    expect(manifestWords(['rules', 'no_such', 'name'])).to.deep.equal({ names: [], values: [] });
  });
});
