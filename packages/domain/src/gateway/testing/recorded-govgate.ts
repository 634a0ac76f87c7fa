import { canonicalHash } from '../../canonical-json.js';
import { definitionHash } from '../../mcp-server/canonical-definition.js';
import type { PolicyRule } from '../../policy/manifest.js';
import { bodyOf, manifestOf, ruleOf } from '../../policy/testing/policies.js';
import {
  feedAnswer,
  policiesAnswer,
  policyAnswer,
  serverAnswer,
  sessionAnswer,
  toolAnswer,
} from '../../wire/testing/answers.js';
import { createEnforcer } from '../enforcer.js';
import type { EnforcerOptions } from '../enforcer-options.js';
import type { GatewayCall } from '../gateway-call.js';
import type { GatewayClient } from '../gateway-client.js';

const TOOL = { name: 'find_ticket', inputSchema: { type: 'object' } };

export const CALL: GatewayCall = {
  clientSessionId: 'cs_1',
  serverId: 'srv_tickets',
  toolName: 'find_ticket',
  definitionHash: definitionHash(TOOL),
};

/** What the service answers, each to be replaced; an Error is thrown instead. Each call is noted. */
export class RecordedGovgate implements GatewayClient {
  readonly requests: string[] = [];
  revocations: Record<string, unknown>[] = [];
  answers: Record<string, unknown> = {
    readMcpServer: serverAnswer([
      toolAnswer({ definition_hash: definitionHash(TOOL) }),
      toolAnswer({ tool_id: 'close_ticket', name: 'close_ticket', gateway_status: 'denied' }),
    ]),
    readSession: sessionAnswer(),
    readCredentialBinding: {
      schemaVersion: '1.0',
      approvedRuntimeProjection: { credentialBindingId: 'cb_crm' },
    },
  };

  constructor(...rules: Partial<PolicyRule>[]) {
    this.publish('pv_1', ...rules);
  }

  publish(policy_version: string, ...rules: Partial<PolicyRule>[]): void {
    const body = bodyOf(manifestOf(...rules.map((rule) => ruleOf({ rule_id: 'all', ...rule }))));
    this.answers.readActivePolicy = policiesAnswer(
      policyAnswer({ policy_version, body, manifest_hash: canonicalHash(body) }),
    );
  }

  async readRevocations({ after }: { readonly after: number }): Promise<object> {
    if ('readRevocations' in this.answers) return this.#answer('readRevocations');
    const items = this.revocations.filter(({ sequence }) => (sequence as number) > after);
    return feedAnswer(items, this.revocations.length);
  }

  readActivePolicy = () => this.#answer('readActivePolicy');
  readMcpServer = (request: Parameters<GatewayClient['readMcpServer']>[0]) =>
    this.#answer('readMcpServer', request);
  readSession = () => this.#answer('readSession');
  readCredentialBinding = () => this.#answer('readCredentialBinding');
  requestApproval = ({ body }: Parameters<GatewayClient['requestApproval']>[0]) =>
    this.#answer('requestApproval', body);
  readApproval = () => this.#answer('readApproval');
  useApproval = () => this.#answer('useApproval');

  async #answer(name: string, given: object = {}): Promise<object> {
    this.requests.push(name);
    const answer = this.answers[name];
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error(`no answer to ${name}`);
    return typeof answer === 'function' ? answer(given) : (answer as object);
  }
}

/** An enforcer over recorded answers, with a clock of its own. */
export const enforcerOver = (client: GatewayClient, over: Partial<EnforcerOptions> = {}) => {
  const clock = { ms: Date.parse('2026-03-01T12:00:00.000Z') };
  const errors: string[] = [];
  const enforcer = createEnforcer({
    client,
    environmentId: 'production',
    now: () => clock.ms,
    onError: (what) => errors.push(what),
    ...over,
  });
  return { enforcer, clock, errors };
};
