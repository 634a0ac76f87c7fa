import { expect } from 'chai';
import fc from 'fast-check';
import { diffManifests } from './diff-manifests.js';
import type { ManifestBody } from './policy-version.js';
import { anyManifest, bodyOf, manifestOf, ruleOf } from './testing/policies.js';

const SAME = {
  identical: true,
  defaultEffect: null,
  added: [],
  removed: [],
  changed: [],
  reordered: false,
  otherFields: [],
};

describe('diffManifests', () => {
  it('reports added, removed and changed rules and a changed default', () => {
    const kept = ruleOf({ rule_id: 'kept' });
    const gone = ruleOf({ rule_id: 'gone' });
    const fresh = ruleOf({ rule_id: 'fresh' });
    const before = ruleOf({ rule_id: 'edited', description: 'old', actions: ['tool.list'] });
    const after = ruleOf({ rule_id: 'edited', effect: 'deny', actions: ['tool.list'] });
    const diff = diffManifests(
      bodyOf(manifestOf(kept, gone, before)),
      bodyOf({ ...manifestOf(fresh, kept, after), default_effect: 'allow' }),
    );
    expect(diff).to.deep.equal({
      identical: false,
      defaultEffect: { before: 'deny', after: 'allow' },
      added: [{ ruleId: 'fresh', rule: fresh }],
      removed: [{ ruleId: 'gone', rule: gone }],
      changed: [{ ruleId: 'edited', changedFields: ['description', 'effect'], before, after }],
      reordered: false,
      otherFields: [],
    });
  });

  it('reports that only the order of rules differs', () => {
    const [a, b] = [ruleOf({ rule_id: 'a' }), ruleOf({ rule_id: 'b' })];
    expect(diffManifests(bodyOf(manifestOf(a, b)), bodyOf(manifestOf(b, a)))).to.deep.equal({
      ...SAME,
      identical: false,
      reordered: true,
    });
  });

  it('compares drafts that are not valid as far as it can', () => {
    const before = { rules: [{ rule_id: 'a' }, { rule_id: 'a', effect: 'deny' }, 'x'], note: 1 };
    const after = { rules: [{ rule_id: 'a' }, 7], default_effect: 'deny' };
    expect(diffManifests(before, after)).to.deep.equal({
      identical: false,
      defaultEffect: { before: null, after: 'deny' },
      added: [{ ruleId: null, rule: 7 }],
      removed: [
        { ruleId: null, rule: { rule_id: 'a', effect: 'deny' } },
        { ruleId: null, rule: 'x' },
      ],
      changed: [],
      reordered: false,
      otherFields: ['note'],
    });
  });

  it('finds no difference from itself, or from the same with its keys in another order', () => {
    const turned = (body: ManifestBody): ManifestBody => Object.fromEntries(Object.entries(body).reverse());
    fc.assert(
      fc.property(anyManifest, (manifest) => {
        expect(diffManifests(bodyOf(manifest), turned(bodyOf(manifest)))).to.deep.equal(SAME);
      }),
    );
  });

  it('names each rule id once: added, removed, changed or the same', () => {
    fc.assert(
      fc.property(anyManifest, anyManifest, (before, after) => {
        const diff = diffManifests(bodyOf(before), bodyOf(after));
        const old = new Set(before.rules.map((rule) => rule.rule_id));
        const fresh = new Set(after.rules.map((rule) => rule.rule_id));
        expect(diff.added.map((rule) => rule.ruleId)).to.deep.equal([...fresh].filter((id) => !old.has(id)));
        expect(diff.removed.map((rule) => rule.ruleId)).to.deep.equal(
          [...old].filter((id) => !fresh.has(id)),
        );
        for (const { ruleId } of diff.changed) expect(old.has(ruleId) && fresh.has(ruleId)).to.equal(true);
      }),
    );
  });
});
