import type { ProbeOutcome, ReadCredential, ReadOutcome, Scope } from '@govgate/domain';

/** An MCP server as it is reached. */
export interface McpTarget {
  readonly scope: Scope;
  readonly endpoint: string;
  /** What it wants to see; null for nothing. */
  readonly credential: ReadCredential | null;
}

/** What a probe of an MCP server saw. */
export interface McpProbeResult {
  readonly outcome: ProbeOutcome;
  readonly latencyMs: number;
  /** The protocol revision that both sides speak; null unless the outcome is `ok`. */
  readonly protocolVersion: string | null;
}

/** Talks to an MCP server in both eras of the protocol and leaves no session behind (docs/spec/mcp-servers.md). */
export interface McpBackendProbe {
  /** Takes 30 seconds at most, a session's end aside, and never rejects. */
  probe(target: McpTarget): Promise<McpProbeResult>;
  /** Reads what a server says of itself, all pages of it, within the same time and 1 MB. Never rejects. */
  read(target: McpTarget): Promise<ReadOutcome>;
}
