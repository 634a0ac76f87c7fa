import { defineMachine } from '../machine/machine.js';

export const DRAIN_STATES = ['not_draining', 'draining', 'drained', 'blocked'] as const;
export type DrainState = (typeof DRAIN_STATES)[number];

/** A plane's drain and resume. `empty` and `block` are reported by it, the rest are operators' orders. */
export const drainMachine = defineMachine({
  name: 'data_plane_drain',
  states: DRAIN_STATES,
  initial: ['not_draining'],
  final: [],
  triggers: ['drain', 'empty', 'fill', 'block', 'unblock', 'resume'],
  guards: [],
  rows: [
    { from: 'not_draining', on: 'drain', to: 'draining' },
    { from: 'draining', on: 'empty', to: 'drained' },
    { from: 'draining', on: 'block', to: 'blocked' },
    { from: 'draining', on: 'resume', to: 'not_draining' },
    { from: 'drained', on: 'fill', to: 'draining' },
    { from: 'drained', on: 'resume', to: 'not_draining' },
    { from: 'blocked', on: 'unblock', to: 'draining' },
    { from: 'blocked', on: 'resume', to: 'not_draining' },
  ],
});

export const UPGRADE_STATES = ['up_to_date', 'available', 'in_progress', 'blocked', 'failed'] as const;
export type UpgradeState = (typeof UPGRADE_STATES)[number];

/** A plane's upgrades. `upgrade` is the operator's order, the rest is reported by the plane. */
export const upgradeMachine = defineMachine({
  name: 'data_plane_upgrade',
  states: UPGRADE_STATES,
  initial: ['up_to_date'],
  final: [],
  triggers: ['offer', 'upgrade', 'finish', 'fail', 'block', 'unblock'],
  guards: [],
  rows: [
    { from: 'up_to_date', on: 'offer', to: 'available' },
    { from: 'available', on: 'upgrade', to: 'in_progress' },
    { from: 'available', on: 'block', to: 'blocked' },
    { from: 'in_progress', on: 'finish', to: 'up_to_date' },
    { from: 'in_progress', on: 'fail', to: 'failed' },
    { from: 'in_progress', on: 'block', to: 'blocked' },
    { from: 'blocked', on: 'unblock', to: 'available' },
    { from: 'failed', on: 'upgrade', to: 'in_progress' },
  ],
});

/** What operators can do to a plane, sorted; all of it under data_plane.operate. */
export const DATA_PLANE_ACTIONS = ['deregister', 'drain', 'resume', 'resync_policy', 'upgrade'] as const;
export type DataPlaneAction = (typeof DATA_PLANE_ACTIONS)[number];
