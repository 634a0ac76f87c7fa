import { decideResume, observationAfterResume } from '@govgate/domain';
import { planeOrder } from './change-data-plane.js';

/** Orders a data plane back into service and cancels its drain. */
export const makeResumeDataPlane = planeOrder({
  eventType: 'data_plane.resumed',
  action: 'resume',
  decide: decideResume,
  observationAfter: observationAfterResume,
});
