import { expect } from 'chai';
import fc from 'fast-check';
import { defineMachine } from '../machine/machine.js';
import { allowedActions, defineActions, mayOn } from './allowed-actions.js';
import { authorize, type Target } from './authorize.js';
import type { Permission } from './permissions.js';
import type { Principal } from './principal.js';
import { anyPrincipal, anyTarget, grant, principalWith, TARGET } from './testing/principals.js';

describe('allowedActions', () => {
  const machine = defineMachine({
    name: 'lamp',
    states: ['off', 'on'],
    initial: ['off'],
    final: [],
    triggers: ['light', 'quench'],
    guards: [],
    rows: [
      { from: 'off', on: 'light', to: 'on' },
      { from: 'on', on: 'quench', to: 'off' },
    ],
  });
  const actions = defineActions(machine, [
    { action: 'quench', permission: 'policy.archive', trigger: 'quench' },
    { action: 'light', permission: 'policy.publish', trigger: 'light' },
    { action: 'read', permission: 'policy.read' },
  ]);

  const open = (principal: Principal, target: Target, state: 'off' | 'on') =>
    allowedActions(actions, { state, facts: {} }, mayOn(principal, target));

  it('are what the grants allow and the state offers, sorted', () => {
    const admin = principalWith([grant({ scopeType: 'tenant' })]);
    expect(open(admin, TARGET, 'off')).to.deep.equal(['light', 'read']);
    expect(open(admin, TARGET, 'on')).to.deep.equal(['quench', 'read']);
  });

  it('are each one that authorize then allows', () => {
    fc.assert(
      fc.property(
        anyPrincipal,
        anyTarget,
        fc.constantFrom('off' as const, 'on' as const),
        (principal, target, state) => {
          const needed: Record<string, Permission> = {
            read: 'policy.read',
            light: 'policy.publish',
            quench: 'policy.archive',
          };
          const listed = open(principal, target, state);
          const offered = ['read', state === 'off' ? 'light' : 'quench'];
          const allowed = offered.filter((action) =>
            authorize(principal, needed[action] ?? 'policy.read', target),
          );
          expect(listed).to.deep.equal(allowed.sort());
        },
      ),
    );
  });
});
