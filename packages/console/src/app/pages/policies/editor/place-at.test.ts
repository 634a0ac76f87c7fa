import { expect } from 'chai';
import { placeAt } from './place-at.js';

describe('placeAt', () => {
  const yaml = (...lines: string[]) => placeAt(lines.join('\n'), 'yaml');
  const json = (text: string) => placeAt(text, 'json');

  it('finds the object in which a name is written', () => {
    expect(yaml('manif')).to.deep.equal({ path: [], isValue: false, typed: 'manif' });
    expect(yaml('rules:', '  - rule_id: one', '    eff')).to.deep.equal({
      path: ['rules'],
      isValue: false,
      typed: 'eff',
    });
    expect(yaml('rules:', '- ')).to.deep.equal({ path: ['rules'], isValue: false, typed: '' });
    expect(yaml('rules:', '  - rule_id: one', '    subjects: { gr')).to.deep.equal({
      path: ['rules', 'subjects'],
      isValue: false,
      typed: 'gr',
    });
    expect(json('{ "rules": [{ "rule_id": "one", "ef')).to.deep.equal({
      path: ['rules'],
      isValue: false,
      typed: '"ef',
    });
  });

  it('finds the name whose value is written', () => {
    const effect = { path: ['rules', 'effect'], isValue: true, typed: 'al' };
    expect(yaml('rules:', '  - rule_id: one', '    effect: al')).to.deep.equal(effect);
    expect(yaml('rules:', '  # about it', '', '  - effect: al')).to.deep.equal(effect);
    const groups = { path: ['rules', 'subjects', 'groups'], isValue: true, typed: 'grp' };
    expect(yaml('rules:', '  - subjects: { users: [a], groups: [x, grp')).to.deep.equal(groups);
    expect(yaml('rules:', '  - subjects:', '      groups: [x, grp')).to.deep.equal(groups);
    expect(yaml('rules:', '  - subjects:', '      groups:', '      - x', '      - grp')).to.deep.equal({
      ...groups,
      isValue: false,
    });
    expect(json('{"rules":[{"subjects":{"users":["a"],\n"groups":["x",\n "gr')).to.deep.equal({
      ...groups,
      typed: '"gr',
    });
    expect(json('{"rules":[{"effect": ')).to.deep.equal({ ...effect, typed: '' });
  });

  it('finds nothing in a comment, and goes on after what is closed', () => {
    expect(yaml('rules: # eff')).to.equal(undefined);
    expect(json('{"rules":[{"subjects":{"users":["a"]},"t')?.path).to.deep.equal(['rules']);
  });
});
