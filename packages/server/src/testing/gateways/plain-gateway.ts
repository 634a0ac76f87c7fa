/**
 * The example gateway's own code without govgate, `plain-gateway.ts SETTINGS`: nothing is decided, looked at, logged or reported. What
 * the gateway costs is measured beside it.
 */
import { startEndpoint } from '../../../../../examples/data-plane/src/endpoint.js';
import { makeFrontDoor } from '../../../../../examples/data-plane/src/front-door.js';
import { makeSessions } from '../../../../../examples/data-plane/src/sessions.js';
import { readSettings } from '../../../../../examples/data-plane/src/settings.js';

const settings = readSettings(process.argv[2] ?? '');
const govgate = { reportSession: async () => ({}) };
const address = await startEndpoint(settings.port, {
  frontDoor: makeFrontDoor(settings),
  sessions: makeSessions(govgate as never, undefined as never, settings),
  mayPass: async () => undefined,
  lookOf: () => async (json) => json,
});
console.error(`the gateway listens on ${address}`);
