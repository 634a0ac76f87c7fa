import { open } from 'node:fs/promises';
import { linesBefore, type Ports, type SealOutcome, sealTrail, signNow } from '@govgate/application';
import { addSeconds } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { oneTenant } from './audit-trail.js';
import { printLine } from './print-line.js';
import { withPorts } from './with-ports.js';

export interface AuditSealOptions {
  readonly tenant?: string;
  readonly olderThan?: string;
  readonly archive?: string;
  readonly pastDestinations?: boolean;
}

const DAY_SECONDS = 24 * 3600;
/** The setting's limits. */
const DAYS = { least: 7, most: 36_500 };

/** `govgate audit seal`: seals events past their retention; prints the outcome as one JSON line. */
export const auditSeal = (options: AuditSealOptions): Promise<void> => {
  const request = daysOf(options.olderThan);
  return withPorts(async (ports) => {
    const days = request ?? ports.settings.auditRetentionDays;
    if (days === undefined)
      throw new CommandFailure(
        'Events are kept for ever: name the days with --older-than, or set GOVGATE_AUDIT_RETENTION_DAYS.',
        EXIT.usage,
      );
    const tenantId = await oneTenant(ports, options.tenant);
    const { fault } = await signNow(ports, tenantId);
    const outcome = fault === undefined ? await seal(ports, tenantId, { days, options }) : undefined;
    const found = fault ?? outcome?.fault;
    if (found !== undefined || outcome === undefined)
      throw new CommandFailure(
        `The trail is not what was signed of it (${found?.reasonCode} at ${found?.sequence}), so nothing is removed. \`govgate audit verify\` shows the details.`,
        EXIT.refused,
      );
    printLine(wireOutcome(tenantId, outcome));
  });
};

const daysOf = (given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  const days = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (days < DAYS.least || days > DAYS.most)
    throw new CommandFailure(
      `--older-than must be a whole number of days from ${DAYS.least} to ${DAYS.most}.`,
      EXIT.usage,
    );
  return days;
};

interface Sealing {
  readonly days: number;
  readonly options: AuditSealOptions;
}

const seal = (
  ports: Ports,
  tenantId: string,
  { days, options: { archive, pastDestinations } }: Sealing,
): Promise<SealOutcome> =>
  sealTrail(ports, tenantId, {
    before: addSeconds(ports.clock.now(), -days * DAY_SECONDS),
    by: 'cli',
    pastDestinations,
    ...(archive === undefined
      ? {}
      : { archive: (span) => writeArchive(archive, linesBefore(ports, tenantId, span)) }),
  });

/** Writes a file that must not exist yet, and resolves when it is on disk. */
const writeArchive = async (path: string, lines: AsyncIterable<string>): Promise<void> => {
  const file = await open(path, 'wx', 0o600).catch(() => {
    throw new CommandFailure(
      `The file ${path} cannot be created: it already exists, or its folder does not.`,
      EXIT.refused,
    );
  });
  try {
    for await (const some of lines) await file.write(some);
    await file.sync();
  } finally {
    await file.close();
  }
};

const wireOutcome = (tenantId: string, { sealedUpTo, removed, heldBack }: SealOutcome) => ({
  schema_version: '1.0',
  tenant_id: tenantId,
  sealed_up_to: sealedUpTo === 0 ? null : sealedUpTo,
  events_removed: removed,
  held_back_by:
    heldBack === undefined
      ? null
      : {
          environment_id: heldBack.environmentId,
          destination_id: heldBack.destinationId,
          sequence: heldBack.sequence,
        },
});
