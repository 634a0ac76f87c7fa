import { type RegisterMcpServer, toolsFromList } from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';
import { atService, type ServiceAddress } from './at-service.js';
import { checkedId, checkedReason } from './checked.js';
import { printLine } from './print-line.js';

export interface RegisterServerOptions extends ServiceAddress {
  readonly serverJson: string;
  readonly team: string;
  readonly owner?: string;
  readonly escalation?: string;
  readonly onCall?: string;
  readonly credentialMode: string;
  readonly endpoint?: string;
  readonly docs?: string;
  readonly tools?: string;
  readonly reason: string;
}

type Manifest = RegisterMcpServer['manifest'];

/** `govgate mcp-server register`: the submission that waits for a review, as JSON. The service judges the document. */
export const registerServer = async (id: string, options: RegisterServerOptions): Promise<void> => {
  checkedId('server', id);
  checkedReason(options.reason, 'new_server');
  const server_json = jsonIn(await readText(options.serverJson), 'server.json') as Manifest['server_json'];
  const tools =
    options.tools === undefined
      ? undefined
      : toolsFromList(jsonIn(await readText(options.tools), 'list of tools'));
  if (tools === undefined && !isReached(options, server_json))
    throw new CommandFailure('It has no remote to read its tools from; name them with --tools.', EXIT.usage);
  await atService(options, async ({ client }) => {
    const user_id = options.owner ?? (await client.readIdentity()).actor_id;
    const { team, escalation = user_id, onCall = team, endpoint, docs, credentialMode, reason } = options;
    const manifest: Manifest = {
      ...(server_json === undefined ? {} : { server_json }),
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(docs === undefined ? {} : { docs_url: docs }),
      ...(tools === undefined ? {} : { tools }),
      owner: { team, user_id, escalation_contact: escalation, oncall_rotation: onCall },
      credential_mode: credentialMode as Manifest['credential_mode'],
    };
    const body = { server_id: id, manifest, from_live: tools === undefined, reason_code: reason };
    const { summary } = await client.registerMcpServer({ body });
    printLine(summary);
  });
};

const isReached = ({ endpoint }: RegisterServerOptions, document: Manifest['server_json']): boolean =>
  endpoint !== undefined || (document?.remotes?.length ?? 0) > 0;

const jsonIn = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the file.
    throw new CommandFailure(`The ${what} is not valid JSON.`, EXIT.refused);
  }
};
