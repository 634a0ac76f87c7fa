import type { Verbs } from '../verb/verbs.js';
import type { DataPlane } from './data-plane.js';
import {
  decideDrain,
  decideResume,
  decideResync,
  decideUpgrade,
  type OperateRequest,
} from './operate-data-plane.js';

/** The orders to a data plane: the answer to its next heartbeat carries them. */
export const planeVerbs = {
  drain: {
    permission: 'data_plane.operate',
    eventType: 'data_plane.drained',
    summary: 'Orders a data plane out of service',
    decide: decideDrain,
  },
  resume: {
    permission: 'data_plane.operate',
    eventType: 'data_plane.resumed',
    summary: 'Orders a data plane back into service',
    decide: decideResume,
  },
  resync: {
    permission: 'data_plane.operate',
    eventType: 'data_plane.resynced',
    action: 'resync_policy',
    summary: 'Orders a data plane to fetch its policy again',
    decide: decideResync,
  },
  upgrade: {
    permission: 'data_plane.operate',
    eventType: 'data_plane.upgraded',
    summary: 'Orders the upgrade that a data plane has offered',
    decide: decideUpgrade,
  },
} as const satisfies Verbs<DataPlane, OperateRequest>;
