import { startEndpoint } from '../../../../../examples/data-plane/src/endpoint.js';
import { type FrontDoor, makeFrontDoor } from '../../../../../examples/data-plane/src/front-door.js';
import { makeSessions } from '../../../../../examples/data-plane/src/sessions.js';
import type { Settings } from '../../../../../examples/data-plane/src/settings.js';

/** The example gateway's own code without govgate: nothing is decided, looked at or reported. Gives its address. */
export const startPlainGateway = (
  settings: Settings,
  frontDoor: FrontDoor = makeFrontDoor(settings),
): Promise<string> => {
  const govgate = { reportSession: async () => ({}) };
  const sessions = makeSessions(govgate as never, undefined as never, settings);
  return startEndpoint(settings.port, {
    frontDoor,
    sessions,
    mayPass: async () => undefined,
    lookOf: () => async (json) => json,
  });
};
