import { expect } from 'chai';
import { stateChange } from './state-change.js';

describe('the states of a change', () => {
  it('are those of the field that moved, the decision before what follows from it', () => {
    expect(stateChange({ status: 'draft' }, { status: 'active' })).to.deep.equal({
      fromState: 'draft',
      toState: 'active',
    });
    expect(
      stateChange(
        { approvalStatus: 'pending_review', lifecycleState: 'inactive' },
        { approvalStatus: 'approved', lifecycleState: 'active' },
      ),
    ).to.deep.equal({ fromState: 'pending_review', toState: 'approved' });
    expect(
      stateChange(
        { approvalStatus: 'approved', lifecycleState: 'active' },
        { approvalStatus: 'approved', lifecycleState: 'disabled' },
      ),
    ).to.deep.equal({ fromState: 'active', toState: 'disabled' });
  });

  it('are told for records that keep when they ended, or whether they are on', () => {
    const at = '2026-01-01T00:00:00.000Z';
    expect(stateChange({ disabledAt: null }, { disabledAt: at })).to.deep.equal({
      fromState: 'active',
      toState: 'disabled',
    });
    expect(stateChange({ enabled: false }, { enabled: true })).to.deep.equal({
      fromState: 'disabled',
      toState: 'active',
    });
    expect(stateChange({ revokedAt: null }, { revokedAt: at })).to.deep.equal({
      fromState: 'active',
      toState: 'revoked',
    });
  });

  it('are none where nothing but other fields changed', () => {
    expect(stateChange({ status: 'active', name: 'a' }, { status: 'active', name: 'b' })).to.deep.equal({});
  });
});
