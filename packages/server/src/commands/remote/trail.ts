import { once } from 'node:events';
import type { RemoteService } from './remote-service.js';

/** `govgate audit export` at a service: streams its lines. */
export const auditExport = async (
  { client }: RemoteService,
  span: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<void> => {
  for await (const line of client.exportAuditEvents.lines(span))
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
};
