import { decideResync } from '@govgate/domain';
import { planeOrder } from './change-data-plane.js';

/** Orders a data plane to fetch its policy again. */
export const makeResyncDataPlane = planeOrder({
  eventType: 'data_plane.resynced',
  action: 'resync_policy',
  decide: decideResync,
});
