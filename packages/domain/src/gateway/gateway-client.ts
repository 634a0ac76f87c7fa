import type { AttributeValue } from '../policy/policy-request.js';
/** What an enforcer asks of govgate: methods of `@govgate/client`, or of anything that answers as the API does. */
export interface GatewayClient {
  readActivePolicy(
    input: { readonly environment_id: string },
    options: { readonly ifNoneMatch: object | undefined },
  ): Promise<object>;
  readRevocations(input: {
    readonly environment_id: string;
    readonly after: number;
    readonly wait: number;
  }): Promise<object>;
  readMcpServer(input: { readonly environment_id: string; readonly server_id: string }): Promise<object>;
  readSession(input: {
    readonly environment_id: string;
    readonly client_session_id: string;
  }): Promise<object>;
  readCredentialBinding(input: {
    readonly environment_id: string;
    readonly credential_binding_id: string;
  }): Promise<object>;
  requestApproval(input: {
    readonly environment_id: string;
    readonly body: {
      readonly client_session_id: string;
      readonly server_id: string;
      readonly tool_id: string;
      readonly policy_version: string;
      readonly rule_id: string;
      readonly context?: Readonly<Record<string, AttributeValue>>;
      readonly arguments_digest?: string;
    };
  }): Promise<object>;
  readApproval(input: {
    readonly environment_id: string;
    readonly approval_id: string;
    readonly wait: number;
  }): Promise<object>;
  useApproval(input: {
    readonly environment_id: string;
    readonly approval_id: string;
    readonly body: { readonly call_digest: string };
  }): Promise<object>;
}
