import type { Json, ProbeOutcome, ToolAnnotations } from '@govgate/domain';

/** What a probe of an MCP server saw. */
export interface McpProbeResult {
  readonly outcome: ProbeOutcome;
  readonly latencyMs: number;
  /** The protocol revision that both sides speak; null unless the outcome is `ok`. */
  readonly protocolVersion: string | null;
}

/** A tool as a live server lists it. Its words and hints are the server's own and prove nothing. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: { readonly [key: string]: Json };
  readonly annotations?: ToolAnnotations;
}

/** The tools of a live server, or why they could not be read; `limit_exceeded`: it lists more than is read. */
export type ToolListing =
  | { readonly listed: true; readonly tools: readonly ListedTool[]; readonly protocolVersion: string }
  | { readonly listed: false; readonly because: Exclude<ProbeOutcome, 'ok'> | 'limit_exceeded' };

/** Talks to an MCP server in both eras of the protocol and leaves no session behind (decisions, section 8). */
export interface McpBackendProbe {
  /** Takes 30 seconds at most, a session's end aside, and never rejects. */
  probe(endpoint: string): Promise<McpProbeResult>;
  /** Reads all pages of `tools/list`, within limits. Never rejects. */
  listTools(endpoint: string): Promise<ToolListing>;
}
