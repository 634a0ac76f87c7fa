import type { McpServer } from '@govgate/domain';
import { mcpServerKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { manifest, rule, version } from '../authzen/testing/decision-bench.js';
import { ServerBench } from '../mcp-servers/testing/server-bench.js';
import { answerOf, makeBench, PROD_SCOPE, PRODUCTION, refusalOf, START } from '../testing/use-case-bench.js';
import { makeReadOverview } from './read-overview.js';

const ask = { scope: PROD_SCOPE };

const DRIFT = { observedHash: '', changedFields: [], detectedAt: START, revocationId: null };

describe('the overview', () => {
  it('tells what waits for the caller, and of nothing that somebody else has to decide', async () => {
    const servers = await ServerBench.make();
    await servers.calls.register();
    const read = makeReadOverview(servers.ports);
    const waiting = async (context: typeof servers.ada) =>
      answerOf(await read(context, ask)).waiting.find(({ kind }) => kind === 'mcp_submission');
    const nothing = {
      kind: 'mcp_submission',
      count: 0,
      isAtLeast: false,
      oldestAt: null,
      firstExpiresAt: null,
    };
    // Who submitted it does not review it.
    expect(await waiting(servers.ada)).to.deep.equal(nothing);
    expect(await waiting(servers.eve)).to.deep.equal({ ...nothing, count: 1, oldestAt: START });
  });

  it('counts the MCP servers that are not as approved, unless they are disabled', async () => {
    const servers = await ServerBench.make();
    await servers.live();
    const live = (await servers.server()) as McpServer;
    const drifted = (
      serverId: string,
      ...statuses: McpServer['driftedTools'][number]['gatewayStatus'][]
    ): McpServer => ({
      ...live,
      serverId,
      driftedTools: statuses.map((gatewayStatus, n) => ({ ...DRIFT, toolId: `tool_${n}`, gatewayStatus })),
    });
    await servers.bench.put(
      mcpServerKind,
      drifted('srv_changed', 'changed', 'pending'),
      drifted('srv_both', 'pending', 'unverified'),
      drifted('srv_unverified', 'unverified', 'unverified'),
      { ...drifted('srv_disabled', 'changed', 'unverified'), disabledAt: START },
    );
    const { troubles } = answerOf(await makeReadOverview(servers.ports)(servers.ada, ask));
    expect(troubles.mcpServers).to.deep.equal({ total: 4, drifted: 2, unverified: 2, trustGateway: false });
  });

  it('is complete for an auditor of an empty environment', async () => {
    const bench = await makeBench();
    await bench.grant('ada', 'auditor');
    await bench.grant('ada', 'viewer');
    const overview = answerOf(await makeReadOverview(bench.ports)(await bench.as('ada'), ask));
    const { trail, ...others } = overview;
    expect(others).to.deep.equal({
      schemaVersion: '1.0',
      ...PROD_SCOPE,
      generatedAt: START,
      waiting: [
        'approval',
        'mcp_submission',
        'credential_binding',
        'agent',
        'client_surface',
        'access_review',
      ].map((kind) => ({
        kind,
        count: 0,
        isAtLeast: false,
        oldestAt: null,
        firstExpiresAt: null,
      })),
      troubles: {
        destinations: { enabled: 0, failing: [] },
        dataPlanes: {
          total: 0,
          healthy: 0,
          degraded: 0,
          unhealthy: 0,
          unknown: 0,
          policyStale: 0,
          activeSessions: 0,
          regions: 0,
        },
        mcpServers: { total: 0, drifted: 0, unverified: 0, trustGateway: false },
        apiTokens: { withoutEnd: 0 },
      },
      firstSteps: [
        'connect_data_plane',
        'approve_mcp_server',
        'approve_client_surface',
        'register_agent',
        'publish_policy',
        'enable_destination',
      ].map((step) => ({ step, done: false })),
    });
    const setUp = (await bench.store.auditTrail.head('acme')).sequence;
    expect(trail?.hours.length).to.equal(24);
    expect(trail?.hours.at(-1)).to.deep.equal({ start: START, changes: setUp, denials: 0 });
    expect([trail?.lastSequence, trail?.signedUpTo, trail?.signedAt]).to.deep.equal([setUp, 0, null]);
  });

  it('leaves out whatever the caller may not read', async () => {
    const bench = await makeBench();
    await bench.grant('bob', 'policy_admin', { scopeType: 'environment', environmentId: PRODUCTION });
    await bench.put(policyVersionKind, version('pv_1', manifest(rule({})), { status: 'active' }));
    const overview = answerOf(await makeReadOverview(bench.ports)(await bench.as('bob'), ask));
    expect(overview).to.not.have.property('trail');
    expect(Object.keys(overview.troubles)).to.deep.equal(['dataPlanes', 'mcpServers']);
    expect(overview.waiting.map(({ kind }) => kind)).to.deep.equal([
      'mcp_submission',
      'agent',
      'client_surface',
    ]);
    expect(overview.firstSteps.find(({ step }) => step === 'publish_policy')).to.deep.equal({
      step: 'publish_policy',
      done: true,
    });
    expect(overview.firstSteps.map(({ step }) => step)).to.not.include('enable_destination');
  });

  it('is forbidden where the caller holds nothing', async () => {
    const bench = await makeBench();
    const read = makeReadOverview(bench.ports);
    expect(refusalOf(await read(await bench.as('eve'), ask))).to.equal('scope_forbidden');
    await bench.grant('eve', 'viewer');
    const foreign = { scope: { ...PROD_SCOPE, tenantId: 'umbra' } };
    expect(refusalOf(await read(await bench.as('eve'), foreign))).to.equal('scope_forbidden');
  });
});
