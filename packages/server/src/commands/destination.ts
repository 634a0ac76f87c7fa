import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type ServiceAddress } from './at-service.js';
import { checkedId, checkedInstant } from './checked.js';
import { printLine } from './print-line.js';

export interface ReplayOptions extends ServiceAddress {
  readonly from?: string;
  readonly to?: string;
  readonly fromSequence?: string;
  readonly toSequence?: string;
  readonly reason: string;
}

/** `govgate destination status`: export progress as JSON on stdout. */
export const destinationStatus = (id: string, place: ServiceAddress): Promise<void> => {
  checkedId('destination', id);
  return atService(place, async ({ client }) => {
    const status = await client.readExportStatus({ destination_id: id });
    process.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
  });
};

/** `govgate destination test`: exit code 1 unless the check was delivered. */
export const testDestination = (id: string, place: ServiceAddress): Promise<void> => {
  checkedId('destination', id);
  return atService(place, async ({ client, scope }) => {
    const body = { ...(await scope()), reason_code: 'requested' };
    const { delivery_status } = await client.testDestination({ destination_id: id, body });
    const { status, reason_code } = delivery_status;
    printLine({ status, reason_code });
    if (reason_code !== 'delivered') process.exitCode = EXIT.refused;
  });
};

/** `govgate destination replay`: lets the workers send a range again. */
export const replayDestination = (id: string, options: ReplayOptions): Promise<void> => {
  checkedId('destination', id);
  const range = {
    from: checkedInstant('--from', options.from),
    to: checkedInstant('--to', options.to),
    from_sequence: sequenceOf('--from-sequence', options.fromSequence),
    to_sequence: sequenceOf('--to-sequence', options.toSequence),
  };
  const given = Object.fromEntries(Object.entries(range).filter(([, value]) => value !== undefined));
  return atService(options, async ({ client, scope }) => {
    const body = { ...(await scope()), reason_code: options.reason, ...given };
    const replay = await client.replayDestination({ destination_id: id, body });
    const { replay_id, from_sequence, to_sequence } = replay;
    printLine({ replay_id, from_sequence, to_sequence });
  });
};

const sequenceOf = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandFailure(`${name} must be a whole number from 1.`, EXIT.usage);
};
