import type { DefinitionSetting, Instant, McpServer, McpServerReading, McpSubmission } from '@govgate/domain';
import {
  liveManifest,
  mcpServerAllowedActions,
  type RegistrationStatus,
  registrationStatusOf,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';
import { type ManifestView, manifestView } from './submission-view.js';

/** A server as answered in lists: what is live and what is pending, without manifests. */
export interface McpServerView extends McpServer {
  readonly schemaVersion: '1.0';
  readonly registrationStatus: RegistrationStatus;
  readonly permissions: PermissionsView;
  /** The record's part of the ETag. */
  readonly tag: string;
}

/** The last attempt to read the server; `readAt` is null while there was none. */
interface LastReading extends Pick<McpServerReading, 'failureReason'> {
  readonly readAt: Instant | null;
}

/** A server with its effective live manifest; null before the first approval. */
export interface McpServerDetail extends McpServerView {
  readonly manifest: ManifestView | null;
  /** What its environment wants to know of the definition of a called tool. */
  readonly definitions: DefinitionSetting;
  /** When the server was last compared with what is approved; null before the first time. */
  readonly liveReading: LastReading | null;
}

export const mcpServerView = (
  { principal }: CallContext,
  stored: Stored<McpServer>,
  pending: Parameters<typeof mcpServerAllowedActions>[2],
): McpServerView => {
  const server = stored.record;
  const allowed = mcpServerAllowedActions(principal, server, pending);
  return {
    ...server,
    schemaVersion: '1.0',
    registrationStatus: registrationStatusOf(server),
    permissions: permissionsView('mcp_server', server.serverId, allowed),
    tag: recordTag(stored),
  };
};

export const mcpServerDetail = (
  context: CallContext,
  stored: Stored<McpServer>,
  {
    live,
    pending,
    reading,
    definitions,
  }: {
    readonly live?: McpSubmission | undefined;
    readonly pending?: McpSubmission | undefined;
    readonly reading?: McpServerReading | undefined;
    readonly definitions: DefinitionSetting;
  },
): McpServerDetail => ({
  ...mcpServerView(context, stored, pending),
  manifest: live === undefined ? null : manifestView(liveManifest(stored.record, live)),
  definitions,
  liveReading:
    reading === undefined ? null : { readAt: reading.readAt || null, failureReason: reading.failureReason },
});
