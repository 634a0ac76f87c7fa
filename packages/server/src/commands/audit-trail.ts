import { once } from 'node:events';
import { newestCheckpoint, ownKey, type Ports, signTrail } from '@govgate/application';
import { writeNoteKey } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { ed25519PublicKey } from '../system/server-keys.js';
import { atService, type ServiceAddress, urlOf } from './at-service.js';
import { checkedInstant } from './checked.js';
import { withPorts, withTrail } from './with-ports.js';

/** `govgate audit key`: the public key that verifies checkpoints, one word per tenant; with `--pem` once, as PEM. */
export const auditKey = ({
  tenant,
  pem,
}: {
  readonly tenant?: string;
  readonly pem?: boolean;
}): Promise<void> =>
  withTrail(async (ports) => {
    if (pem) {
      const key = ed25519PublicKey(ports.checkpointSigner.publicKey);
      process.stdout.write(key.export({ format: 'pem', type: 'spki' }));
      return;
    }
    const tenants = tenant === undefined ? await ports.auditTrail.tenants() : [tenant];
    for (const tenantId of tenants) process.stdout.write(`${writeNoteKey(ownKey(ports, tenantId))}\n`);
  });

export interface AuditCheckpointOptions {
  readonly tenant?: string;
  readonly rebuild?: boolean;
}

/** `govgate audit checkpoint`: signs the trail's current head if it is unsigned, and prints the note. */
export const auditCheckpoint = ({ tenant, rebuild }: AuditCheckpointOptions): Promise<void> =>
  withPorts(async (ports) => {
    const tenantId = await oneTenant(ports, tenant);
    const { signed, newest, fault } = await signTrail(ports, tenantId, { fromStart: rebuild });
    if (signed !== undefined) await ports.keptCheckpoints.append([signed]);
    if (signed !== undefined) await ports.keptCheckpoints.catchUp([signed]);
    if (fault !== undefined)
      throw new CommandFailure(
        `The trail does not continue what was signed of it (${fault.reasonCode} at ${fault.sequence}), so nothing is signed. \`govgate audit verify\` shows the details.`,
        EXIT.refused,
      );
    const note = newest?.note ?? (await newestCheckpoint(ports, tenantId)).own?.record.note;
    if (note === undefined) throw new CommandFailure('The trail has no event yet.', EXIT.refused);
    process.stdout.write(note);
  });

export interface AuditExportOptions extends ServiceAddress {
  readonly from?: string;
  readonly to?: string;
}

/** `govgate audit export`: a tenant's trail as NDJSON on stdout, followed by the checkpoint that covers it. */
export const auditExport = async (options: AuditExportOptions): Promise<void> => {
  const span = { from: checkedInstant('--from', options.from), to: checkedInstant('--to', options.to) };
  await atService({ ...options, ...(await tenantHere(options)), ofTrail: true }, async ({ client }) => {
    for await (const line of client.exportAuditEvents.lines(span))
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
  });
};

// In a store with one trail nobody needs to name its tenant.
const tenantHere = async (options: AuditExportOptions): Promise<{ readonly tenant?: string }> =>
  urlOf(options) === undefined
    ? { tenant: await withTrail((ports) => oneTenant(ports, options.tenant)) }
    : {};

/** The tenant given by an option, or the only one. */
export const oneTenant = async ({ auditTrail }: Ports, named: string | undefined): Promise<string> => {
  const tenants = await auditTrail.tenants();
  const tenantId = named ?? (tenants.length === 1 ? tenants[0] : undefined);
  if (tenantId === undefined)
    throw new CommandFailure('The store has more than one tenant: name one with --tenant.', EXIT.usage);
  if (!tenants.includes(tenantId)) throw new CommandFailure('There is no such tenant.', EXIT.refused);
  return tenantId;
};
