import type { Scope } from '@govgate/domain';
import { waitsForReview } from '@govgate/domain/internal';
import { mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { CallContext } from '../../call/context.js';
import { answerOf, type Bench, makeBench, PROD_SCOPE } from '../../testing/use-case-bench.js';
import { makeApproveMcpSubmission } from '../approve-mcp-submission.js';
import { makeDeprecateMcpServer } from '../deprecate-mcp-server.js';
import type { ManifestInput, ToolInput } from '../manifest-input.js';
import { makeRegisterMcpServer } from '../register-mcp-server.js';
import { makeRejectMcpSubmission } from '../reject-mcp-submission.js';
import type { SubmissionView } from '../submission-view.js';
import { makeSubmitMcpManifest } from '../submit-mcp-manifest.js';
import { changesOfServers } from '../switch-mcp-server.js';
import { makeWithdrawMcpSubmission } from '../withdraw-mcp-submission.js';

export const SERVER = { scope: PROD_SCOPE, serverId: 'srv_crm' };

export const toolInput = (toolId: string, fields: Partial<ToolInput> = {}): ToolInput => ({
  toolId,
  name: toolId,
  description: `The ${toolId} tool`,
  riskTier: 'low',
  inputSchemaRef: `schemas/${toolId}`,
  ...fields,
});

export const manifestInput = (fields: Partial<ManifestInput> = {}): ManifestInput => ({
  name: 'CRM',
  version: '1.0.0',
  owner: { team: 'sales', userId: 'bob', escalationContact: 'oncall', oncallRotation: 'sales' },
  endpoint: 'https://crm.example/mcp',
  credentialMode: 'shared_service',
  docsUrl: 'https://docs.example/crm',
  tools: [toolInput('search', { policyRefs: ['pv_1'] }), toolInput('delete', { riskTier: 'high' })],
  ...fields,
});

/** A registry with ada, who may do everything with servers, what she does with the server CRM, and eve, who reviews it. */
export class ServerBench {
  private constructor(
    readonly bench: Bench,
    readonly ada: CallContext,
    readonly eve: CallContext,
  ) {}

  static async make(): Promise<ServerBench> {
    const bench = await makeBench();
    await bench.grant('ada', 'platform_admin');
    await bench.grant('eve', 'platform_admin');
    return new ServerBench(bench, await bench.as('ada'), await bench.as('eve'));
  }

  get ports() {
    return this.bench.ports;
  }

  /** The results of ada's calls. Eve approves every waiting tool. */
  readonly calls = {
    register: (fields: Partial<ManifestInput> = {}, as = this.ada) =>
      makeRegisterMcpServer(this.ports)(as, {
        ...SERVER,
        manifest: manifestInput(fields),
        reasonCode: 'new',
      }),
    submit: (fields: Partial<ManifestInput> = {}, as = this.ada) =>
      makeSubmitMcpManifest(this.ports)(as, { ...SERVER, manifest: manifestInput(fields) }),
    deprecate: (as = this.ada) =>
      makeDeprecateMcpServer(this.ports)(as, { ...SERVER, reasonCode: 'old', reason: 'Replaced' }),
    approve: (
      { summary, manifest }: Pick<SubmissionView, 'summary'> & Partial<Pick<SubmissionView, 'manifest'>>,
      manifestHash = summary.manifestHash,
      as = this.eve,
    ) =>
      makeApproveMcpSubmission(this.ports)(as, {
        ...SERVER,
        submissionId: summary.submissionId,
        manifestHash,
        toolReviews: (manifest?.tools ?? []).filter(waitsForReview).map(({ toolId }) => ({ toolId })),
        reasonCode: 'reviewed',
        reason: 'Looks right',
      }),
    reject: ({ summary }: Pick<SubmissionView, 'summary'>, as = this.ada) =>
      makeRejectMcpSubmission(this.ports)(as, {
        ...SERVER,
        submissionId: summary.submissionId,
        reasonCode: 'no',
      }),
    withdraw: ({ summary }: Pick<SubmissionView, 'summary'>, as = this.ada) =>
      makeWithdrawMcpSubmission(this.ports)(as, {
        ...SERVER,
        submissionId: summary.submissionId,
        reasonCode: 'oops',
      }),
    disable: (as = this.ada) =>
      changesOfServers.disable(this.ports)(as, { ...SERVER, reasonCode: 'incident' }),
    enable: (as = this.ada) => changesOfServers.enable(this.ports)(as, { ...SERVER, reasonCode: 'over' }),
  };

  async registered(fields: Partial<ManifestInput> = {}): Promise<SubmissionView> {
    return answerOf(await this.calls.register(fields));
  }

  async live(fields: Partial<ManifestInput> = {}): Promise<SubmissionView> {
    return answerOf(await this.calls.approve(await this.registered(fields)));
  }

  /** Sequence, status and successor of each stored submission, oldest first. */
  async current(scope: Scope = PROD_SCOPE): Promise<(readonly [number, string, string | null])[]> {
    const page = await this.ports.records.page(mcpSubmissionKind, scope, {
      order: { by: 'sequence', direction: 'asc' },
      limit: 200,
    });
    return page.items.map(
      ({ record }) => [record.sequence, record.status, record.supersededBySubmissionId] as const,
    );
  }

  async server() {
    return (await this.ports.records.get(mcpServerKind, PROD_SCOPE, SERVER.serverId))?.record;
  }

  /** The newest event of the trail. */
  async lastEvent() {
    const page = await this.bench.store.auditTrail.page('acme', { filter: {}, direction: 'desc', limit: 1 });
    return page.items[0];
  }
}
