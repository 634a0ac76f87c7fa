import type { McpSubmission } from '@govgate/domain';
import { mcpSubmissionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeRegisterMcpServer } from '../mcp-servers/register-mcp-server.js';
import { manifestInput, SERVER, ServerBench, toolInput } from '../mcp-servers/testing/server-bench.js';
import { answerOf, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makeCreatePolicy } from './create-policy.js';
import { makeListPolicies } from './list-policies.js';
import { makeReadPolicy } from './read-policy.js';
import { usageRefsByVersion, usageRefsOf } from './usage-refs.js';

const using = (...refs: [string, string[]][]) => ({
  tools: refs.map(([toolId, policyRefs]) => toolInput(toolId, { policyRefs })),
});

/** Counts the queries to a store. */
const counted = (bench: ServerBench) => {
  let pages = 0;
  const records = {
    ...bench.ports.records,
    get: bench.ports.records.get.bind(bench.ports.records),
    page: ((...requests: Parameters<typeof bench.ports.records.page>) => {
      pages += 1;
      return bench.ports.records.page(...requests);
    }) as typeof bench.ports.records.page,
  };
  return { records, pages: () => pages };
};

describe('the usage of a policy version', () => {
  it('names tools of live, pending and superseded snapshots, and of nothing else', async () => {
    const bench = await ServerBench.make();
    const { calls, ports } = bench;
    const refs = () => usageRefsOf(ports, PROD_SCOPE, 'pv_1');
    const first = await bench.registered(using(['search', ['pv_1', 'pv_2']], ['delete', ['pv_2']]));
    const used = { serverId: 'srv_crm', toolId: 'search' };
    expect(await refs()).to.deep.equal([{ ...used, snapshotId: null, status: 'pending' }]);
    await calls.approve(first);
    expect(await refs()).to.deep.equal([{ ...used, snapshotId: 'snap_00000001', status: 'active' }]);
    // Superseded before anybody approved it: it never was in use.
    await calls.submit({ version: '2', ...using(['search', ['pv_1']]) });
    const third = answerOf(
      await calls.submit({ version: '3', ...using(['a', ['pv_1']], ['search', ['pv_1']]) }),
    );
    await calls.approve(third);
    expect(await refs()).to.deep.equal([
      { serverId: 'srv_crm', toolId: 'a', snapshotId: 'snap_00000002', status: 'active' },
      { ...used, snapshotId: 'snap_00000002', status: 'active' },
      { ...used, snapshotId: 'snap_00000001', status: 'retired' },
    ]);
    await calls.withdraw(answerOf(await calls.submit({ version: '4', ...using(['b', ['pv_1']]) })));
    await calls.reject(answerOf(await calls.submit({ version: '5', ...using(['c', ['pv_1']]) })));
    expect((await refs()).map(({ toolId }) => toolId)).to.deep.equal(['a', 'search', 'search']);
    expect(await usageRefsOf(ports, PROD_SCOPE, 'pv_9')).to.deep.equal([]);
    const staging = { ...PROD_SCOPE, environmentId: 'staging' };
    expect(await usageRefsOf(ports, staging, 'pv_1')).to.deep.equal([]);
  });

  it('is not hidden by submissions that never were in use, however many there are', async () => {
    const bench = await ServerBench.make();
    const live = await bench.live(using(['search', ['pv_1']]));
    const stored = await bench.ports.records.get(mcpSubmissionKind, PROD_SCOPE, live.summary.submissionId);
    const withdrawn = Array.from({ length: 1_000 }, (_, index) => ({
      ...(stored?.record as McpSubmission),
      submissionId: `sub_withdrawn_${index}`,
      sequence: 2 + index,
      status: 'withdrawn' as const,
      snapshotId: null,
    }));
    await bench.bench.put(mcpSubmissionKind, ...withdrawn);
    const refs = await usageRefsOf(bench.ports, PROD_SCOPE, 'pv_1');
    expect(refs.map(({ toolId, status }) => [toolId, status])).to.deep.equal([['search', 'active']]);
  });

  it('takes one query, for one version and for a whole list', async () => {
    const bench = await ServerBench.make();
    await bench.live(using(['search', ['pv_1']]));
    const other = {
      ...SERVER,
      serverId: 'srv_other',
      manifest: manifestInput(using(['x', ['pv_1', 'pv_2']])),
    };
    answerOf(await makeRegisterMcpServer(bench.ports)(bench.ada, other));
    const { records, pages } = counted(bench);
    const usage = await usageRefsByVersion({ ...bench.ports, records }, PROD_SCOPE, ['pv_1', 'pv_2', 'pv_3']);
    expect(pages()).to.equal(1);
    expect([...usage].map(([version, refs]) => [version, refs.map(({ toolId }) => toolId)])).to.deep.equal([
      ['pv_1', ['search', 'x']],
      ['pv_2', ['x']],
      ['pv_3', []],
    ]);
    expect([...(await usageRefsByVersion({ ...bench.ports, records }, PROD_SCOPE, []))]).to.deep.equal([]);
    expect(pages()).to.equal(1);
  });

  it('is part of the answers of a read and a list', async () => {
    const bench = await ServerBench.make();
    await bench.bench.grant('ada', 'policy_admin');
    const ada = await bench.bench.as('ada');
    for (const policyVersion of ['pv_1', 'pv_2', 'pv_3'])
      answerOf(
        await makeCreatePolicy(bench.ports)(ada, {
          scope: PROD_SCOPE,
          policyVersion,
          owner: { userId: 'ada', team: 'sales' },
          body: { manifest_version: '1.0', default_effect: 'deny', rules: [] },
        }),
      );
    await bench.live(using(['search', ['pv_1']]));
    const ref = { serverId: 'srv_crm', toolId: 'search', snapshotId: 'snap_00000001', status: 'active' };
    const request = { scope: PROD_SCOPE, policyVersion: 'pv_1' };
    expect(answerOf(await makeReadPolicy(bench.ports)(ada, request)).usageRefs).to.deep.equal([ref]);
    const { records, pages } = counted(bench);
    const list = makeListPolicies({ ...bench.ports, records });
    const { items } = answerOf(await list(ada, { scope: PROD_SCOPE, limit: 50 }));
    expect(items.map(({ policyVersion, usageRefs }) => [policyVersion, usageRefs])).to.deep.equal([
      ['pv_1', [ref]],
      ['pv_2', []],
      ['pv_3', []],
    ]);
    expect(pages(), 'one for the versions, one for their usage').to.equal(2);
  });
});
