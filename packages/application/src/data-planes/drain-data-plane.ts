import { decideDrain } from '@govgate/domain';
import { planeOrder } from './change-data-plane.js';

/** Orders a data plane out of service; the answer to its next heartbeat carries the order. One that is already draining gets no event. */
export const makeDrainDataPlane = planeOrder({
  eventType: 'data_plane.drained',
  action: 'drain',
  decide: decideDrain,
});
