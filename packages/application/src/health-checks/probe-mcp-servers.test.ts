import type { ProbeOutcome } from '@govgate/domain';
import { mcpServerChangeKind, mcpServerHealthKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { ServerBench } from '../mcp-servers/testing/server-bench.js';
import { answerOf, PROD_SCOPE, START } from '../testing/use-case-bench.js';
import { makeProbeMcpServers } from './probe-mcp-servers.js';

const JOB = {
  job: 'probe_mcp_servers',
  jobId: 'round_1',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const GO_ON = { aborted: false };

const approved = async (): Promise<ServerBench> => {
  const bench = await ServerBench.make();
  answerOf(await bench.calls.approve(answerOf(await bench.calls.register())));
  return bench;
};

const rounds = (bench: ServerBench, outcomes: readonly ProbeOutcome[], requests: string[] = []) => {
  const left = [...outcomes];
  const round = makeProbeMcpServers({
    ...bench.ports,
    mcpProbe: {
      probe: async ({ endpoint }) => {
        requests.push(endpoint);
        return { outcome: left.shift() ?? 'ok', latencyMs: 12, protocolVersion: null };
      },
    },
  });
  return async (): Promise<string | undefined> => {
    await round(JOB, GO_ON);
    bench.bench.clock.advance(60_000);
    const stored = await bench.ports.records.get(mcpServerHealthKind, PROD_SCOPE, 'srv_crm');
    return stored?.record.status;
  };
};

describe('a round of probes of MCP servers', () => {
  it('keeps what it saw of an approved server, at the address that was approved', async () => {
    const bench = await approved();
    const requests: string[] = [];
    await rounds(bench, ['ok'], requests)();
    const stored = await bench.ports.records.get(mcpServerHealthKind, PROD_SCOPE, 'srv_crm');
    expect(requests).to.deep.equal(['https://crm.example/mcp']);
    expect(stored?.record).to.deep.equal({
      serverId: 'srv_crm',
      ...PROD_SCOPE,
      status: 'healthy',
      routeAvailable: true,
      latencyMs: 12,
      lastCheckedAt: START,
      checkedBy: 'worker',
      failureReason: '',
      connectorStatus: 'connected',
      failuresInARow: 0,
    });
  });

  it('calls a server unhealthy after three failures in a row and healthy after one success', async () => {
    const bench = await approved();
    const round = rounds(bench, ['ok', 'timeout', 'http_5xx', 'timeout', 'ok']);
    const seen = [];
    for (let i = 0; i < 5; i += 1) seen.push(await round());
    expect(seen).to.deep.equal(['healthy', 'degraded', 'degraded', 'unhealthy', 'healthy']);
  });

  it('reports each change of the status to the feed, and nothing else', async () => {
    const bench = await approved();
    const round = rounds(bench, ['ok', 'ok', 'timeout', 'timeout', 'timeout', 'timeout']);
    for (let i = 0; i < 6; i += 1) await round();
    const { items } = await bench.ports.records.page(mcpServerChangeKind, PROD_SCOPE, {
      order: { by: 'occurredAt', direction: 'asc' },
      limit: 10,
    });
    expect(items.map(({ record }) => [record.eventType, record.status, record.reasonCode])).to.deep.equal([
      ['health_changed', 'healthy', null],
      ['health_changed', 'degraded', 'timeout'],
      ['health_changed', 'unhealthy', 'timeout'],
    ]);
  });

  it('records the same changes in the trail, each in the commit of the result', async () => {
    const bench = await approved();
    const round = rounds(bench, ['ok', 'ok', 'timeout', 'timeout', 'timeout', 'timeout', 'ok']);
    for (let i = 0; i < 7; i += 1) await round();
    const filter = { eventType: 'mcp_server.health_changed' } as const;
    const { items } = await bench.ports.auditTrail.page(PROD_SCOPE.tenantId, {
      filter,
      direction: 'asc',
      limit: 10,
    });
    expect(items.map(({ outcome, reasonCode, reason }) => [outcome, reasonCode, reason])).to.deep.equal([
      ['success', 'ok', 'from unknown to healthy'],
      ['success', 'timeout', 'from healthy to degraded'],
      ['failure', 'timeout', 'from degraded to unhealthy'],
      ['success', 'ok', 'from unhealthy to healthy'],
    ]);
  });

  it('calls no unapproved server', async () => {
    const bench = await ServerBench.make();
    answerOf(await bench.calls.register());
    const requests: string[] = [];
    await rounds(bench, ['ok'], requests)();
    expect(requests).to.deep.equal([]);
  });
});
