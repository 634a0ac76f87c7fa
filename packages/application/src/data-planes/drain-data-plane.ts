import { decideDrain } from '@govgate/domain';
import { planeOrder } from './change-data-plane.js';

/** Orders a data plane out of service; its next heartbeat's answer tells it. One on its way already: no event. */
export const makeDrainDataPlane = planeOrder({
  eventType: 'data_plane.drained',
  action: 'drain',
  decide: decideDrain,
});
