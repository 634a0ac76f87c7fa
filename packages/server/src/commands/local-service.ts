import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { type Caller, operator, type Ports } from '@govgate/application';
import { createClient } from '@govgate/client';
import { isId, ok, type Result, refuse } from '@govgate/domain';
import { type Tenant, tenantKind } from '@govgate/ports';
import { type InjectOptions, inject } from 'light-my-request';
import { compose } from '../compose.js';
import { jobKit } from '../serve/background-work.js';
import { serveCalls } from '../serve/serve-calls.js';
import type { Service } from '../service.js';
import { loadSettings } from '../settings/load-settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import type { CalledService, ServiceAddress } from './at-service.js';

/** Never asked for by name: calls are handed over in this process. */
const BASE_URL = 'http://local.invalid';

/** Runs a command against the API over the local store, as its operator: every role, no limits of rate, and `cli` in the trail. */
export const withLocalService = async (
  { tenant, environment, ofTrail = false }: ServiceAddress,
  run: (service: CalledService) => Promise<void>,
): Promise<void> => {
  const settings = await loadSettings();
  const tenantId = tenant ?? settings.bootstrapTenant;
  const environmentId = environment ?? settings.bootstrapEnvironment;
  if (![tenantId, environmentId].every(isId))
    throw new CommandFailure('Tenant and environment must be identifiers.', EXIT.usage);
  // What a command asks for is done here, whoever else works for the store.
  const service = await compose({ ...settings, redisUrl: undefined });
  const token = randomBytes(32).toString('hex');
  const tenantHere = async (): Promise<Tenant | undefined> =>
    (await service.ports.records.get(tenantKind, { tenantId }, tenantId))?.record ??
    (ofTrail ? { tenantId, environments: [] } : undefined);
  const calls = serveCalls({
    ...service,
    ports: { ...service.ports, takeQuota: () => undefined },
    authenticate: async (given) =>
      given === token ? operatorOf(service.ports, await tenantHere()) : refuse('token_invalid'),
  });
  const checks = checksOf(service);
  try {
    if ((await tenantHere()) === undefined)
      throw new CommandFailure(
        'There is no such tenant. Create it with govgate tenant create.',
        EXIT.refused,
      );
    const fetch = fetchFrom(calls.handler);
    const client = createClient({ baseUrl: BASE_URL, token, tenantId, environmentId, fetch });
    await run({ client, scope: async () => ({ tenant_id: tenantId, environment_id: environmentId }) });
  } finally {
    await checks.stop();
    await calls.close();
  }
};

// Read for each call, as a command may make an environment.
const operatorOf = async ({ revisions }: Ports, tenant: Tenant | undefined): Promise<Result<Caller>> => {
  if (tenant === undefined) return refuse('token_invalid');
  const { content } = await revisions.revisions(tenant.tenantId);
  return ok({ ...operator(tenant), contentRevision: content });
};

// A check of a destination is a job; the schedule and the export of a service stay out of a command.
const checksOf = (service: Service): { stop(): Promise<void> } => {
  const { work } = service;
  if (work.place !== 'process') throw new Error('a command works in its own process');
  const kit = jobKit(service);
  const worker = work.queue.work(kit.handlers, { concurrency: 1, report: () => undefined, stopMs: 10_000 });
  return {
    stop: async () => {
      await worker.stop();
      await Promise.all([work.queue.close(), kit.close()]);
    },
  };
};

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A `fetch` that hands each request to a handler in this process and streams what it answers. */
const fetchFrom =
  (handler: Handler) =>
  async (url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> => {
    const answer = await inject(handler as Parameters<typeof inject>[0], {
      method: method as NonNullable<InjectOptions['method']>,
      url: url.slice(BASE_URL.length),
      headers: Object.fromEntries(new Headers(headers)),
      ...(body == null ? {} : { payload: body as string }),
      payloadAsStream: true,
    });
    const known = Object.entries(answer.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    const stream = isEmpty ? null : (Readable.toWeb(answer.stream()) as ReadableStream);
    return new Response(stream, { status: answer.statusCode, headers: known });
  };
