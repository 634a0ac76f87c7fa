import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { LocalService } from '../../../../../tools/test-services/local-service.js';

const START_MS = 300_000;

/** A gateway that takes MCP calls. */
export interface RunningPeer {
  readonly connect: () => Transport;
  /** What it calls a tool of the server behind it. */
  readonly toolName: (tool: string) => string;
  readonly stop: () => Promise<void>;
}

/** What a gateway is started with. */
export interface PeerWorld {
  /** For its own files. */
  readonly folder: string;
  readonly upstream: string;
  readonly sessionId: string;
  /** The settings that every integration reads. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A gateway of somebody else's, at the version that it was tried at; undefined where this machine lacks what it needs. */
export interface Peer {
  readonly name: string;
  readonly start: (world: PeerWorld) => Promise<RunningPeer | undefined>;
}

/** Starts a program and waits until `isReady`. */
export const startProgram = async (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
  isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> => {
  console.log('  starting, which may take minutes the first time');
  const startedAt = Date.now();
  const limits = { probeEveryMs: 500, readyWithinMs: START_MS };
  const service = await LocalService.start({
    name: command,
    url: '',
    command,
    args,
    env,
    folder,
    isReady,
    ...limits,
  });
  console.log(`  started in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  return () => service.kill();
};

export const connectByHttp = (url: string, headers: Readonly<Record<string, string>>): Transport =>
  // The SDK's own class does not match its interface under exactOptionalPropertyTypes.
  new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as Transport;

/** A call's outcome as its client reads it: the text of the result, or of the error. */
export const callTool = async (
  { connect, toolName }: RunningPeer,
  tool: string,
  given: Record<string, unknown>,
): Promise<{ readonly refused: boolean; readonly text: string }> => {
  const client = new Client({ name: 'integrations', version: '1.0.0' });
  await client.connect(connect());
  try {
    const { isError, content } = await client.callTool({ name: toolName(tool), arguments: given });
    return { refused: isError === true, text: (content as { text?: string }[]).map((c) => c.text).join(' ') };
  } catch (error) {
    return { refused: true, text: (error as Error).message };
  } finally {
    await client.close();
  }
};
