import type { DefinitionSetting } from '@govgate/domain';
import { defaultSettings } from '@govgate/domain/internal';
import { environmentSettingsKind, mcpSubmissionKind, policyVersionKind } from '@govgate/ports';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import type { AccessQuestion } from '../access/access-question.js';
import { makeReadMcpServer } from '../mcp-servers/read-mcp-server.js';
import { SERVER, ServerBench } from '../mcp-servers/testing/server-bench.js';
import { answerOf, PROD_SCOPE } from '../testing/use-case-bench.js';
import { makeEvaluateAccess } from './evaluate-access.js';
import { makeSearchResources } from './search-access.js';
import { manifest, rule, version } from './testing/decision-bench.js';

const PINNED = `sha256:${'a'.repeat(64)}`;

/** The server CRM whose tool `search` is pinned, under a policy that allows everything. */
const world = async (definitions: DefinitionSetting) => {
  const servers = await ServerBench.make();
  const { summary } = await servers.live();
  const { bench } = servers;
  const stored = await bench.ports.records.get(mcpSubmissionKind, PROD_SCOPE, summary.submissionId);
  if (stored === undefined) throw new Error('the submission is not stored');
  const { manifest: approved } = stored.record;
  const tools = approved.tools.map((tool) => ({ ...tool, definitionHash: PINNED }));
  await bench.put(mcpSubmissionKind, { ...stored.record, manifest: { ...approved, tools } });
  await bench.put(policyVersionKind, version('pv_1', manifest(rule({ targets: {} })), { status: 'active' }));
  await bench.put(environmentSettingsKind, { ...defaultSettings(PROD_SCOPE), definitions });
  const ask = async (over: Partial<AccessQuestion>) => {
    const { context } = answerOf(
      await makeEvaluateAccess(bench.ports)(servers.ada, {
        scope: PROD_SCOPE,
        question: {
          subject: { type: 'user', id: 'bob' },
          action: { name: 'tool.invoke' },
          resource: { type: 'mcp_tool', id: 'srv_crm/search' },
          ...over,
        },
      }),
    );
    return context.reasonCode;
  };
  const named = (definition_hash: unknown) =>
    ask({ resource: { type: 'mcp_tool', id: 'srv_crm/search', properties: { definition_hash } } });
  return { servers, ask, named };
};

describe("the environment's setting of definitions, at the decision point", () => {
  it('denies a question that names none where they are required, and decides it elsewhere', async () => {
    for (const [setting, expected] of [
      ['required', 'definition_unknown'],
      ['offered', 'because'],
      ['trust_gateway', 'because'],
    ] as const)
      expect(await (await world(setting)).ask({}), setting).to.equal(expected);
  });

  it('decides a question that names the approved one, and denies any other, whatever the setting', async () => {
    for (const setting of ['required', 'offered', 'trust_gateway'] as const) {
      const { named } = await world(setting);
      const answers = [await named(PINNED)];
      for (const other of ['', 'sha256:', PINNED.toUpperCase(), null, 7, [PINNED]])
        answers.push(await named(other));
      expect([...new Set(answers)], setting).to.deep.equal(['because', 'definition_differs']);
    }
  });

  it('does not concern lists and searches, which call nothing', async () => {
    const { servers, ask } = await world('required');
    expect(await ask({ action: { name: 'tool.list' } })).to.equal('because');
    const found = await makeSearchResources(servers.ports)(servers.ada, {
      scope: PROD_SCOPE,
      subject: { type: 'user', id: 'bob' },
      action: { name: 'tool.invoke' },
      resource: { type: 'mcp_tool' },
      limit: 10,
    });
    expect(answerOf(found).results.map(({ id }) => id)).to.deep.equal(['srv_crm/search', 'srv_crm/delete']);
  });

  it('is told with each server', async () => {
    const { servers } = await world('required');
    const server = answerOf(await makeReadMcpServer(servers.ports)(servers.ada, SERVER));
    expect(server.definitions).to.equal('required');
  });
});
