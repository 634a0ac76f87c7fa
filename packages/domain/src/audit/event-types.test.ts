import { expect } from 'chai';
import { AUDIT_EVENT_TYPES, AUDIT_RESOURCE_TYPES, resourceOfEvent } from './event-types.js';

describe('event types', () => {
  it('are a resource and a past verb, sorted, each once', () => {
    expect([...AUDIT_EVENT_TYPES]).to.deep.equal([...new Set(AUDIT_EVENT_TYPES)].sort());
    for (const type of AUDIT_EVENT_TYPES) {
      expect(type).to.match(/^[a-z_]+\.[a-z_]+$/);
      expect(AUDIT_RESOURCE_TYPES).to.include(resourceOfEvent(type));
      expect(type.startsWith(`${resourceOfEvent(type)}.`)).to.equal(true);
    }
  });

  it('include those that the contract names', () => {
    expect(AUDIT_EVENT_TYPES).to.include.members([
      'policy.published',
      'policy.imported',
      'group.member_added',
    ]);
  });
});
