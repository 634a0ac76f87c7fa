import { exportStatusAnswer } from '@govgate/adapter-http';
import {
  checkDestination,
  exportStatusOf,
  type Ports,
  planReplay,
  type ReplayDestinationInput,
  systemCaller,
} from '@govgate/application';
import { type Destination, isId, parseInstant } from '@govgate/domain';
import { destinationKind } from '@govgate/ports';
import { makeProbes } from '@govgate/worker/probes';
import { probeSettings } from '../serve/probe-settings.js';
import type { Service } from '../service.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { LOCAL_TENANT } from './as-operator.js';
import { hereOrThere, LOCAL_ENVIRONMENT, type There } from './here-or-there.js';
import { printLine } from './print-line.js';
import * as remote from './remote/destinations.js';
import { withPorts } from './with-ports.js';

export type DestinationOptions = There;

export interface ReplayOptions extends DestinationOptions {
  readonly from?: string;
  readonly to?: string;
  readonly fromSequence?: string;
  readonly toSequence?: string;
  readonly reason: string;
}

/** `govgate destination status`: export progress as JSON on stdout. */
export const destinationStatus = (id: string, options: DestinationOptions): Promise<void> =>
  hereOrThere(options, statusHere(id), (service) => remote.destinationStatus(service, id));

/** `govgate destination test`: a check by this process, or by a service's worker; exit code 1 unless it was delivered. */
export const testDestination = (id: string, options: DestinationOptions): Promise<void> =>
  hereOrThere(options, testHere(id), (service) => remote.testDestination(service, id, 'requested'));

/** `govgate destination replay`: lets the workers send a range again. */
export const replayDestination = (id: string, options: ReplayOptions): Promise<void> => {
  const range = {
    from: instantOption('--from', options.from),
    to: instantOption('--to', options.to),
    fromSequence: sequenceOption('--from-sequence', options.fromSequence),
    toSequence: sequenceOption('--to-sequence', options.toSequence),
  };
  return hereOrThere(options, replayHere(id, range), (service) =>
    remote.replayDestination(service, id, { reason: options.reason, ...range }),
  );
};

type Range = Pick<ReplayDestinationInput, 'from' | 'to' | 'fromSequence' | 'toSequence'>;

const replayHere = (id: string, range: Range) => (options: ReplayOptions) =>
  withDestination(id, options, async (ports, destination) => {
    const { tenantId, environmentId, destinationId } = destination;
    const caller = systemCaller('cli', tenantId, ports.ids.mint('request'));
    const input: ReplayDestinationInput = {
      scope: { tenantId, environmentId },
      destinationId,
      reasonCode: options.reason,
      ...range,
    };
    const planned = await planReplay(ports, caller, { input, destination });
    if (!planned.ok) throw new CommandFailure(refusalOf(planned.refusal.reasonCode), EXIT.refused);
    const { commit, output } = planned.value;
    if (commit !== undefined) await ports.unitOfWork.commit(commit);
    const { replayId, fromSequence, toSequence } = output;
    const told = { replay_id: replayId, from_sequence: fromSequence, to_sequence: toSequence };
    printLine(told);
  });

const withDestination = async (
  id: string,
  { tenant = LOCAL_TENANT, environment = LOCAL_ENVIRONMENT }: DestinationOptions,
  run: (ports: Ports, destination: Destination, service: Service) => Promise<void>,
): Promise<void> => {
  if (![id, tenant, environment].every(isId))
    throw new CommandFailure('Destination, tenant and environment must be identifiers.', EXIT.usage);
  await withPorts(async (ports, service) => {
    const scope = { tenantId: tenant, environmentId: environment };
    const stored = await ports.records.get(destinationKind, scope, id);
    if (stored === undefined)
      throw new CommandFailure('There is no such destination in that tenant and environment.', EXIT.refused);
    await run(ports, stored.record, service);
  });
};

const REFUSALS: Readonly<Record<string, string>> = {
  destination_disabled: 'The destination is disabled.',
  limit_exceeded: 'Three replays to this destination are in progress; wait until one has finished.',
};

const refusalOf = (reasonCode: string): string =>
  REFUSALS[reasonCode] ??
  'Name where the range begins, by --from-sequence or --from, and where it ends by one of --to-sequence and --to; the trail must have events in it.';

const instantOption = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  throw new CommandFailure(`${name} must be a date-time such as 2026-03-01T12:00:00Z.`, EXIT.usage);
};

const sequenceOption = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CommandFailure(`${name} must be a whole number from 1.`, EXIT.usage);
};

const statusHere = (id: string) => (options: DestinationOptions) =>
  withDestination(id, options, async (ports, destination) => {
    const status = exportStatusAnswer(await exportStatusOf(ports, destination));
    process.stdout.write(`${JSON.stringify(status, null, 2)}\n`);
  });

const testHere = (id: string) => (options: DestinationOptions) =>
  withDestination(id, options, async (ports, destination, service) => {
    if (!destination.enabled) throw new CommandFailure('The destination is disabled.', EXIT.refused);
    const probes = makeProbes(probeSettings(service));
    try {
      const caller = systemCaller('cli', destination.tenantId, ports.ids.mint('request'));
      const deps = { ...ports, deliveryProbe: probes.delivery };
      const { status, reasonCode } = await checkDestination(deps, caller, destination);
      printLine({ status, reason_code: reasonCode });
      if (reasonCode !== 'delivered') process.exitCode = EXIT.refused;
    } finally {
      await probes.close();
    }
  });
