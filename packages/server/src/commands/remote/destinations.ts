import { EXIT } from '../../system/command-failure.js';
import { printLine } from '../print-line.js';
import type { RemoteService } from './remote-service.js';

/** `govgate destination status` at a service. */
export const destinationStatus = async ({ client }: RemoteService, id: string): Promise<void> => {
  const status = await client.readExportStatus({ destination_id: id });
  process.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
};

/** `govgate destination test` at a service: the check is done by its worker; exit code 1 unless it was delivered. */
export const testDestination = async (
  { client, scope }: RemoteService,
  id: string,
  reason: string,
): Promise<void> => {
  const body = { ...(await scope()), reason_code: reason };
  const { delivery_status } = await client.testDestination({ destination_id: id, body });
  const { status, reason_code } = delivery_status;
  printLine({ status, reason_code });
  if (reason_code !== 'delivered') process.exitCode = EXIT.refused;
};

/** `govgate destination replay` at a service. */
export const replayDestination = async (
  { client, scope }: RemoteService,
  id: string,
  range: {
    readonly reason: string;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly fromSequence?: number | undefined;
    readonly toSequence?: number | undefined;
  },
): Promise<void> => {
  const { reason, from, to, fromSequence, toSequence } = range;
  const asked = Object.entries({ from, to, from_sequence: fromSequence, to_sequence: toSequence });
  const given = Object.fromEntries(asked.filter(([, value]) => value !== undefined));
  const body = { ...(await scope()), reason_code: reason, ...given };
  const { replay_id, from_sequence, to_sequence } = await client.replayDestination({
    destination_id: id,
    body,
  });
  printLine({ replay_id, from_sequence, to_sequence });
};
