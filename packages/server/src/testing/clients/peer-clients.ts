import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type McpError, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { npmPrograms, pypiPrograms } from '../published/install.js';

/** What a client saw; what it has no means to see is not there. */
export interface Seen {
  readonly revision?: string;
  readonly tools: readonly string[];
  readonly description: string;
  readonly call: string;
  readonly denied?: string;
  readonly resource: string;
  readonly prompt: string;
  readonly progress?: readonly number[];
  readonly large: number;
  readonly afterPublish?: readonly string[];
}

/** A client at an address; it says when it listens, for a publish to follow. */
type PeerClient = (address: string, token: string, listens: () => Promise<void>) => Promise<Seen>;

const INSPECTOR = '2.12.0';
const PYTHON = '2.3.0';

const run = promisify(execFile);
const named = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name).sort();
const firstText = (called: object): string =>
  (called as { content?: { text: string }[] }).content?.[0]?.text ?? '';

const typescript: PeerClient = async (address, token, listens) => {
  const client = new Client({ name: 'peer', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit });
  const changed = new Promise<void>((resolve) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
  );
  await client.connect(transport as Parameters<Client['connect']>[0]);
  const { tools } = await client.listTools();
  const progress: number[] = [];
  const onprogress = (one: { progress: number }): void => void progress.push(one.progress);
  const [resource] = (await client.readResource({ uri: 'note://one' })).contents as { text: string }[];
  const [prompt] = (await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } })).messages;
  await client.callTool({ name: 'slow' }, undefined, { onprogress });
  const seen = {
    revision: transport.protocolVersion ?? '',
    tools: named(tools),
    description: tools.find(({ name }) => name === 'echo')?.description ?? '',
    call: firstText(await client.callTool({ name: 'echo', arguments: { message: 'hello' } })),
    denied: await client.callTool({ name: 'forbidden' }).then(
      () => 'allowed',
      (error: McpError) => (error.data as { reason_code: string }).reason_code,
    ),
    resource: resource?.text ?? '',
    prompt: (prompt?.content as { text: string } | undefined)?.text ?? '',
    progress,
    large: firstText(await client.callTool({ name: 'large' })).length,
  };
  await listens();
  await changed;
  const afterPublish = named((await client.listTools()).tools);
  await client.close();
  return { ...seen, afterPublish };
};

/** It lists tools before it calls one, and does not call what is not listed; it ends with its answer, and listens to nothing. */
const inspector =
  (era: 'legacy' | 'modern'): PeerClient =>
  async (address, token) => {
    const program = join(await npmPrograms('@modelcontextprotocol/inspector', INSPECTOR), 'mcp-inspector');
    const folder = mkdtempSync(join(tmpdir(), 'govgate-inspector-'));
    const ask = async (...args: string[]) => {
      const to = ['--cli', address, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
      const how = ['--protocol-era', era, '--format', 'json', '--quiet', '--method'];
      const env = { PATH: process.env.PATH, HOME: folder };
      // A failed call is an answer too, on the other stream.
      const { stdout, stderr } = await run(program, [...to, ...how, ...args], { env, maxBuffer: 1e8 }).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      const said = JSON.parse(stdout || stderr);
      return said.result ?? said;
    };
    try {
      const { tools } = await ask('tools/list');
      const call = (name: string, ...args: string[]) => ask('tools/call', '--tool-name', name, ...args);
      return {
        tools: named(tools),
        description: tools.find(({ name }: { name: string }) => name === 'echo').description,
        call: firstText(await call('echo', '--tool-arg', 'message=hello')),
        resource: (await ask('resources/read', '--uri', 'note://one')).contents[0].text,
        prompt: (await ask('prompts/get', '--prompt-name', 'greet', '--prompt-args', 'name=Ada')).messages[0]
          .content.text,
        large: firstText(await call('large')).length,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

const python =
  (mode: 'legacy' | 'auto'): PeerClient =>
  async (address, token, listens) => {
    const program = join(await pypiPrograms('mcp', PYTHON), 'python');
    const script = fileURLToPath(new URL('./python_client.py', import.meta.url));
    const child = spawn(program, [script, address, token, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      if (String(chunk).includes('READY')) await listens();
    }
    return JSON.parse(output.split('\n').at(-2) ?? '');
  };

/** The clients by name and version, each with the era of the server that it speaks to. */
export const PEER_CLIENTS: readonly (readonly [string, 'modern' | 'older', PeerClient])[] = [
  ['TypeScript SDK 1.32.2', 'older', typescript],
  [`Inspector ${INSPECTOR}, command line`, 'older', inspector('legacy')],
  [`Inspector ${INSPECTOR}, command line`, 'modern', inspector('modern')],
  [`Python SDK ${PYTHON}`, 'older', python('legacy')],
  [`Python SDK ${PYTHON}`, 'modern', python('auto')],
];
