import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@govgate/client';
import { createEnforcer } from '@govgate/domain/gateway';
import { startEndpoint } from './endpoint.js';
import { makeFrontDoor } from './front-door.js';
import { makeGatekeeper } from './gatekeeper.js';
import { makeHeartbeats } from './heartbeats.js';
import { makeLineWriter } from './line-writer.js';
import { makeLook } from './look.js';
import { makeSessions } from './sessions.js';
import { readSettings } from './settings.js';

const settings = readSettings(process.argv[2] ?? 'gateway.json');
const token = process.env.GOVGATE_TOKEN;
if (!token) throw new Error('GOVGATE_TOKEN is not set');

const { tenant_id: tenantId, environment_id: environmentId } = settings;
const govgate = createClient({
  baseUrl: settings.govgate_url,
  token,
  tenantId,
  environmentId,
  timeoutMs: 10_000,
});
const enforcer = createEnforcer({
  client: govgate,
  environmentId,
  approvalWaitSeconds: settings.approval_wait_seconds,
  onError: (what, error) =>
    console.error(`cannot read ${what}: ${error instanceof Error ? error.message : 'unknown'}`),
});
const sessions = makeSessions(govgate, enforcer, settings);
const heartbeats = makeHeartbeats(govgate, enforcer, sessions, settings);
const writeLine = makeLineWriter(process.stdout);
const mayPass = makeGatekeeper(enforcer, ({ id, serverId }, tool_id, decision) => {
  const decided = { client_session_id: id, server_id: serverId, tool_id, decision };
  writeLine(JSON.stringify({ at: new Date().toISOString(), ...decided }));
});

/** What was revoked is cut off before it counts as applied. */
const followFeed = async (): Promise<never> => {
  for (;;)
    try {
      for await (const revocations of enforcer.follow()) {
        if (revocations.length > 0) await sessions.cutRevoked();
        heartbeats.applied(enforcer.lastRevocationSequence);
      }
    } catch {
      await delay(1_000);
    }
};

const watchPolicy = async (): Promise<never> => {
  for (let known = await enforcer.policyVersion(); ; await delay(1_000)) {
    const version = await enforcer.policyVersion();
    if (version === known) continue;
    known = version;
    await sessions.tellListChanged();
  }
};

const stop = (): void => {
  void sessions.endAll().finally(() => process.exit(0));
};
process.once('SIGTERM', stop).once('SIGINT', stop);

await sessions.endEarlier();
void followFeed();
void watchPolicy();
const parts = { frontDoor: makeFrontDoor(settings), sessions, mayPass, lookOf: makeLook(enforcer) };
console.error(`the gateway listens on ${await startEndpoint(settings.port, parts)}`);
await heartbeats.start();
