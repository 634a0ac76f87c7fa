import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { McpServer, McpSubmission } from '@govgate/domain';
import { decideApproveSubmission, decideSubmit } from '@govgate/domain/internal';
import { contributorOfUser } from '@govgate/domain/testing';
import { mcpServerHealthKind, mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import { makeJobHandlers } from '@govgate/worker/in-process';
import { expect } from 'chai';
import { sampleServerManifest } from '../../testing/samples/mcp-server-samples.js';
import { startTestService, type TestService } from '../../testing/test-service.js';
import { makeWorld, OTHER_TENANT, PRODUCTION, putRecords, TENANT } from '../../testing/worlds/world.js';

const HANGING = 500;
const ANSWERING = 5;
const LOOPBACK = ['127.0.0.0/8'];
const ROUND = {
  job: 'probe_mcp_servers',
  jobId: 'round_1',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const NOW = '2026-01-02T00:00:00.000Z';

/** An approved server of a tenant at an address chosen by the test. */
const approved = (tenantId: string, serverId: string, endpoint: string) => {
  const manifest = { ...sampleServerManifest(serverId), tenantId, endpoint };
  const submitted = decideSubmit(undefined, undefined, manifest, {
    submissionId: `sub_${serverId}`,
    by: contributorOfUser('bea'),
    now: NOW,
  });
  if (!submitted.ok) throw new Error(submitted.refusal.reasonCode);
  const { server, submission } = submitted.value;
  const approval = decideApproveSubmission(server, submission, undefined, {
    manifestHash: submission.manifestHash,
    snapshotId: `snap_${serverId}`,
    toolReviews: [],
    reasonCode: 'reviewed',
    reason: null,
    fourEyes: true,
    by: contributorOfUser('ada'),
    now: NOW,
  });
  if (!approval.ok) throw new Error(approval.refusal.reasonCode);
  const { server: live, submission: kept } = approval.value as {
    server: McpServer;
    submission: McpSubmission;
  };
  return [
    { kind: mcpServerKind, record: live },
    { kind: mcpSubmissionKind, record: kept },
  ];
};

describe('K19: no tenant delays another', () => {
  let service: TestService;
  let backend: Server;
  let url: string;

  before(async () => {
    service = await startTestService();
    await makeWorld(service.ports);
    backend = createServer((request, response) => {
      request.resume();
      if (request.url?.startsWith('/answers')) response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  });
  after(async () => {
    backend.closeAllConnections();
    backend.close();
    await service.stop();
  });

  const checkedOf = async (tenantId: string, count: number): Promise<number> => {
    const scope = { tenantId, environmentId: PRODUCTION };
    const ids = Array.from({ length: count }, (_, i) => `srv_${i}`);
    return (await service.ports.records.getMany(mcpServerHealthKind, scope, ids)).length;
  };

  it(`checks ${ANSWERING} servers of a tenant at once, although ${HANGING} of another hang`, async () => {
    const hanging = Array.from({ length: HANGING }, (_, i) =>
      approved(TENANT, `srv_${i}`, `${url}/hangs/${i}`),
    );
    const answering = Array.from({ length: ANSWERING }, (_, i) =>
      approved(OTHER_TENANT, `srv_${i}`, `${url}/answers/${i}`),
    );
    await putRecords(service.ports, TENANT, hanging.flat());
    await putRecords(service.ports, OTHER_TENANT, answering.flat());
    const kit = makeJobHandlers(service.ports, {
      egressAllow: LOOPBACK,
      egressHttp: LOOPBACK,
      secretsFolders: [],
      secretVariables: [],
      keptPaths: [],
      environment: {},
      log: { warn: () => undefined },
    });
    const stop = { aborted: false };
    const startedAt = performance.now();
    const round = kit.handlers.probe_mcp_servers?.run(ROUND, stop);
    while ((await checkedOf(OTHER_TENANT, ANSWERING)) < ANSWERING) {
      if (performance.now() - startedAt > 10_000) break;
      await delay(20);
    }
    const checked = [await checkedOf(OTHER_TENANT, ANSWERING), await checkedOf(TENANT, HANGING)];
    stop.aborted = true;
    backend.closeAllConnections();
    await Promise.race([round, delay(1_000)]);
    await kit.close();
    expect(checked).to.deep.equal([ANSWERING, 0]);
  });
});
