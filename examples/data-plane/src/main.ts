import { createClient } from '@govgate/client';
import { makeConsent } from './consent.js';
import { startEndpoint } from './endpoint.js';
import { makeEnforcement } from './enforcement.js';
import { makeHeartbeats } from './heartbeats.js';
import { makeKnown } from './known.js';
import { makeSessions } from './sessions.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.argv[2] ?? 'gateway.json');
const token = process.env.GOVGATE_TOKEN;
if (!token) throw new Error('GOVGATE_TOKEN is not set');

const govgate = createClient({
  baseUrl: settings.govgate_url,
  token,
  tenantId: settings.tenant_id,
  environmentId: settings.environment_id,
  timeoutMs: 10_000,
});
const known = makeKnown(govgate, settings, () => {
  // What is under way is cut off before the sequence counts as applied.
  sessions.fenceRevoked();
  heartbeats.tellSoon();
});
const enforcement = makeEnforcement(known);
const consent = makeConsent(govgate, known, enforcement, settings.approval_wait_seconds);
const sessions = makeSessions(govgate, known, settings, {
  enforcement,
  consent,
  tell: ({ record, serverId }, tool_id, decision) => {
    const told = { client_session_id: record.clientSessionId, server_id: serverId, tool_id, decision };
    console.log(JSON.stringify({ at: new Date().toISOString(), ...told }));
  },
});
const heartbeats = makeHeartbeats(govgate, known, settings);

known.follow();
console.error(`the gateway listens on ${await startEndpoint(settings, sessions)}`);
await heartbeats.start(sessions);
