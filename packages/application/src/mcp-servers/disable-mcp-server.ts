import { decideDisableServer } from '@govgate/domain';
import { serverSwitch } from './switch-mcp-server.js';

/** Stops all calls to a server. */
export const makeDisableMcpServer = serverSwitch({
  action: 'disable',
  eventType: 'mcp_server.disabled',
  told: 'disabled',
  decide: decideDisableServer,
});
