import { defineActions } from '../authorization/allowed-actions.js';
import { defineMachine } from '../machine/machine.js';

/**
 * The states of a policy version (docs/spec/policies.md#states; docs/spec/policies.md). Publishing a superseded version again is a rollback.
 * Publishing the active one changes nothing and is no transition; `decidePublish` answers it.
 */
export const policyVersionMachine = defineMachine({
  name: 'policy_version',
  states: ['draft', 'active', 'superseded', 'archived'],
  initial: ['draft'],
  final: ['archived'],
  triggers: ['edit', 'validate', 'publish', 'supersede', 'archive'],
  guards: ['hash_matches', 'validation_passes'],
  rows: [
    { from: 'draft', on: 'edit', to: 'draft' },
    { from: 'draft', on: 'validate', to: 'draft' },
    { from: 'draft', on: 'publish', to: 'active', when: ['hash_matches', 'validation_passes'] },
    { from: 'draft', on: 'archive', to: 'archived' },
    { from: 'active', on: 'validate', to: 'active' },
    { from: 'active', on: 'supersede', to: 'superseded' },
    { from: 'superseded', on: 'validate', to: 'superseded' },
    { from: 'superseded', on: 'publish', to: 'active', when: ['hash_matches', 'validation_passes'] },
    { from: 'superseded', on: 'archive', to: 'archived' },
  ],
});

/** The facts for triggers whose rows have no guard. */
export const NO_GUARDED_FACTS = { hash_matches: false, validation_passes: false } as const;

/** What a caller can do with a policy version. `simulate` and `diff` only read, so they require read permission. */
export const policyActions = defineActions(policyVersionMachine, [
  { action: 'read', permission: 'policy.read' },
  { action: 'diff', permission: 'policy.read' },
  { action: 'simulate', permission: 'policy.read' },
  { action: 'update', permission: 'policy.write', trigger: 'edit' },
  { action: 'validate', permission: 'policy.validate', trigger: 'validate' },
  { action: 'publish', permission: 'policy.publish', trigger: 'publish' },
  { action: 'archive', permission: 'policy.archive', trigger: 'archive' },
]);
