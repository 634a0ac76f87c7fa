import { decideUpgrade } from '@govgate/domain';
import { planeOrder } from './change-data-plane.js';

/** Orders the upgrade a data plane has offered. */
export const makeUpgradeDataPlane = planeOrder({
  eventType: 'data_plane.upgraded',
  action: 'upgrade',
  decide: decideUpgrade,
});
