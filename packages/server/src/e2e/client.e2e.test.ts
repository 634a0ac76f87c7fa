import { allOperations, type Operation } from '@govgate/adapter-http';
import {
  createClient,
  followRevocations,
  type GovgateClient,
  GovgateError,
  waitForApproval,
} from '@govgate/client';
import {
  activePolicyFromWire,
  approvalFromWire,
  revocationsFromWire,
  sessionFromWire,
} from '@govgate/domain';
import { clientSessionKind, clientSurfaceKind, dataPlaneKind } from '@govgate/ports';
import { expect } from 'chai';
import * as v from 'valibot';
import { startUnreliableProxy, type UnreliableProxy } from '../testing/faults/unreliable-proxy.js';
import { renamed } from '../testing/hostile/id-positions.js';
import type { OperationSample } from '../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { startTestService, type TestService } from '../testing/test-service.js';
import { makeWorld, PRODUCTION, putRecords, STAGING, TENANT, type Tokens } from '../testing/worlds/world.js';

const MANY = 1000;

/** The service's own operations take no input. */
const BARE: OperationSample = { params: {}, query: {} };

/** A method as called by a test that knows no operation by name. */
type AnyMethod = ((input: object, options: object) => unknown) & {
  readonly pages?: (input: object) => AsyncIterable<unknown>;
};

const gathered = async <T>(many: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of many) all.push(one);
  return all;
};

const failureOf = async (work: Promise<unknown>): Promise<GovgateError> => {
  const fault: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(fault instanceof GovgateError)) throw new Error(`no GovgateError: ${String(fault)}`);
  return fault;
};

describe('the client of the API', function () {
  this.timeout(120_000);
  let service: TestService;
  let tokens: Tokens;
  let client: GovgateClient;

  before(async () => {
    service = await startTestService();
    tokens = await makeWorld(service.ports);
    await putRecords(service.ports, TENANT, SAMPLE_RECORDS);
    client = clientOf(tokens.admin);
  });
  after(() => service.stop());

  const clientOf = (token: string, baseUrl = service.url): GovgateClient =>
    createClient({ baseUrl, token, tenantId: TENANT, environmentId: PRODUCTION });

  it('has a method for every operation of the document, and no others', () => {
    expect(Object.keys(client).sort()).to.deep.equal(allOperations.map(({ id }) => id).sort());
  });

  it('calls every operation, and returns what its schema says', async () => {
    // A denial by status is for proxies, and a refusal to a program, which asks `evaluateAccess`.
    for (const operation of allOperations.filter(({ successes }) => !successes.includes(403))) {
      const own = await startTestService();
      try {
        const { admin } = await makeWorld(own.ports);
        await putRecords(own.ports, TENANT, SAMPLE_RECORDS);
        const { params, query, body, headers = {} } = OPERATION_SAMPLES[operation.id] ?? BARE;
        const one = createClient({ baseUrl: own.url, token: admin, environmentId: PRODUCTION });
        const method = one[operation.id as keyof GovgateClient] as unknown as AnyMethod;
        const input = { ...query, ...params, ...(operation.body === undefined ? {} : { body: body ?? {} }) };
        const options = headers['if-match'] === undefined ? {} : { ifMatch: headers['if-match'] };
        for (const answer of await answersOf(operation, method, input, options))
          expect(v.safeParse(operation.response, answer).issues, operation.id).to.equal(undefined);
      } finally {
        await own.stop();
      }
    }
  });

  const answersOf = async (
    { contentType }: Operation,
    method: AnyMethod,
    input: object,
    options: object,
  ): Promise<readonly unknown[]> => {
    if (contentType.includes('ndjson')) return gathered(method(input, options) as AsyncIterable<unknown>);
    if (method.pages !== undefined) return gathered(method.pages(input));
    return [await method(input, options)];
  };

  it('walks lists of a thousand records, whatever they call their pages', async () => {
    const own = await startTestService();
    try {
      const { admin } = await makeWorld(own.ports);
      const named = [
        [clientSessionKind, 'sess_1'],
        [clientSurfaceKind, 'cs_active'],
        [dataPlaneKind, 'dp_heard'],
      ] as const;
      const numbers = Array.from({ length: MANY }, (_, number) => String(number).padStart(4, '0'));
      const copies = named.flatMap(([kind, id]) => {
        const sample = SAMPLE_RECORDS.find(
          (one) => one.kind === kind && JSON.stringify(one.record).includes(id),
        );
        return numbers.map((number) => ({
          kind,
          record: renamed(sample?.record, new Map([[id, `${id}_${number}`]])),
        }));
      });
      await putRecords(own.ports, TENANT, copies);
      const many = clientOf(admin, own.url);
      const wanted = (id: string): string[] => numbers.map((number) => `${id}_${number}`);
      const ids = async <T>(items: AsyncIterable<T>, idOf: (item: T) => string): Promise<string[]> =>
        (await gathered(items)).map(idOf).sort();
      expect(
        await ids(many.listSessions.items({ limit: 200 }), (one) => one.client_session_id),
      ).to.deep.equal(wanted('sess_1'));
      expect(await ids(many.listClientSurfaces.items(), (one) => one.clientSurfaceId)).to.deep.equal(
        wanted('cs_active'),
      );
      expect(
        await ids(many.listDataPlanes.items({ page_size: 170 }), (one) => one.dataPlaneId),
      ).to.deep.equal(wanted('dp_heard'));
    } finally {
      await own.stop();
    }
  });

  it('changes a record only in the state that was read, and says so otherwise', async () => {
    const agent = await client.readAgent({ agent_id: 'agent_active' });
    expect(await client.readAgent({ agent_id: 'agent_active' }, { ifNoneMatch: agent })).to.equal(agent);
    const body = { reason_code: 'incident' };
    const disabled = await client.disableAgent({ agent_id: 'agent_active', body }, { ifMatch: agent });
    const { status, reasonCode, requestId, retryable } = await failureOf(
      client.enableAgent({ agent_id: 'agent_active', body }, { ifMatch: agent }),
    );
    expect([status, reasonCode, retryable]).to.deep.equal([412, 'etag_mismatch', false]);
    expect(requestId).to.match(/^req_/);
    await client.enableAgent({ agent_id: 'agent_active', body }, { ifMatch: disabled });
  });

  it('reports what is wrong, and missing permissions', async () => {
    const wrong = await failureOf(client.listPolicies({ status: 'gone' as 'draft' }));
    expect([wrong.status, wrong.reasonCode, wrong.field, wrong.expected?.values]).to.deep.equal([
      400,
      'invalid_filter',
      'status',
      ['draft', 'active', 'superseded', 'archived'],
    ]);
    const lacking = await failureOf(
      clientOf(tokens.viewer).disableAgent({ agent_id: 'agent_active', body: { reason_code: 'incident' } }),
    );
    expect([lacking.status, lacking.permission]).to.deep.equal([403, 'agent.disable']);
  });

  describe('whose connection ends before the answer has come', () => {
    let proxy: UnreliableProxy;
    before(async () => {
      proxy = await startUnreliableProxy(service.url);
    });
    after(() => proxy.stop());

    it('creates one record, and returns its answer', async () => {
      const owner = { user_id: 'ada', team: 'payments' };
      const cut = proxy.strike('cut');
      const made = await clientOf(tokens.admin, proxy.url).createPolicy({
        body: { policy_version: 'pv_cut', owner, body: { rules: [] } },
      });
      await cut;
      expect([made.policy_version, proxy.struck()]).to.deep.equal(['pv_cut', 1]);
      const events = await gathered(client.listAuditEvents.items({ resource_id: 'pv_cut' }));
      expect(events.map(({ event_type, outcome }) => [event_type, outcome])).to.deep.equal([
        ['policy.created', 'success'],
      ]);
    });
  });

  it('streams the trail line by line, as the service writes it', async () => {
    const { text } = await service.call(`/v1/audit/export?tenant_id=${TENANT}`, { token: tokens.admin });
    const lines = await gathered(client.exportAuditEvents.lines());
    expect(lines.filter((line) => !line.includes('record_type'))).to.deep.equal(
      text.split('\n').filter((line) => line !== '' && !line.includes('record_type')),
    );
  });

  it('passes to an embedded domain what it reads', async () => {
    const policies = await client.listPolicies({ status: 'active', include: 'body' });
    expect(activePolicyFromWire(policies)?.policyVersion).to.equal(policies.items[0]?.policy_version);
    expect(
      sessionFromWire(await client.readSession({ client_session_id: 'sess_1' })).clientSessionId,
    ).to.equal('sess_1');
    expect(approvalFromWire(await client.readApproval({ approval_id: 'apr_pending' })).status).to.equal(
      'pending',
    );
  });

  it('follows the revocation feed while it grows', async () => {
    const staging = { environment_id: STAGING };
    const seen: string[] = [];
    for await (const feed of followRevocations(client, { ...staging, wait: 30 })) {
      seen.push(...revocationsFromWire(feed).items.map(({ subjectId }) => subjectId));
      if (seen.length > 0) break;
      const body = { user_id: 'vic', state: 'active' as const, backend_session_ids: [] };
      await client.reportSession({ ...staging, client_session_id: 'sess_feed', body });
      await client.terminateSession({
        ...staging,
        client_session_id: 'sess_feed',
        body: { reason_code: 'incident' },
      });
    }
    expect(seen).to.deep.equal(['sess_feed']);
  });

  it('waits for an approval until somebody decides', async () => {
    const waiting = waitForApproval(client, { approval_id: 'apr_pending' }, 60);
    await clientOf(tokens.second).denyCall({ approval_id: 'apr_pending', body: { reason_code: 'not_now' } });
    expect((await waiting).status).to.equal('denied');
  });
});
