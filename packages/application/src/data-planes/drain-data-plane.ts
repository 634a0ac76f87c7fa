import { decideDrain } from '@govgate/domain';
import { planeOrder } from './change-data-plane.js';

/** Orders a data plane to drain; the answer to its next heartbeat carries the order. If it is already draining, there is no event. */
export const makeDrainDataPlane = planeOrder({
  eventType: 'data_plane.drained',
  action: 'drain',
  decide: decideDrain,
});
