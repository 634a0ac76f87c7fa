import { type TrailReport, verifyTrail } from '@govgate/application';
import {
  type AcceptedStore,
  type ExportVerdict,
  ExportVerifier,
  type FoundFault,
  type Json,
  type TrailState,
} from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { nodeDigest, nodeSha256 } from '../system/node-hashing.js';
import { verifyEd25519ByNode } from '../system/server-keys.js';
import { acceptancesIn, notesForFile, notesForStore } from './given-checkpoints.js';
import { readKeys } from './given-keys.js';
import { firstTenantOf, linesOf } from './lines-of-file.js';
import { printLine } from './print-line.js';
import { withTrail } from './with-ports.js';

export interface AuditVerifyOptions {
  readonly tenant?: string;
  readonly key?: readonly string[];
  readonly checkpoint?: readonly string[];
  readonly allowUnsigned?: boolean;
}

/** `govgate audit verify [FILE]`: one JSON line per tenant on stdout; exit 1 if a trail is broken, or unsigned without permission. */
export const auditVerify = async (file: string | undefined, options: AuditVerifyOptions): Promise<void> => {
  const reports = file === undefined ? await verifyStore(options) : [await verifyFile(file, options)];
  for (const report of reports) printLine(wireReport(report));
  const states = reports.map(({ state }) => state);
  if (states.includes('broken'))
    throw new CommandFailure('The audit trail is broken; see the report for details.', EXIT.refused);
  if (!states.includes('unsigned')) return;
  if (options.allowUnsigned !== true) throw new CommandFailure(unsigned(file, options), EXIT.refused);
  process.stderr.write('The chain is intact; no checkpoint covers its end.\n');
};

const unsigned = (file: string | undefined, { key = [] }: AuditVerifyOptions): string =>
  file !== undefined && key.length === 0
    ? "The chain is intact, but nothing proves who wrote it: pass the installation's key (`govgate audit key`) with --key. A key in the file itself proves nothing."
    : 'The chain is intact, but no checkpoint of the key covers its end. Accept it with --allow-unsigned.';

interface TenantReport {
  readonly tenantId: string | null;
  readonly state: TrailState;
  readonly report: Omit<TrailReport, 'checkpoint' | 'olderStoresAccepted' | 'startedAfter'> | ExportVerdict;
  readonly accepted: readonly AcceptedStore[];
  readonly uncompared: number;
}

const wireReport = ({ tenantId, state, report, accepted, uncompared }: TenantReport): object => ({
  schema_version: '1.0',
  tenant_id: tenantId,
  state,
  valid: report.valid,
  events: report.events,
  first_sequence: report.firstSequence,
  last_sequence: report.lastSequence,
  head_hash: report.headHash,
  first_invalid: report.firstInvalid === null ? null : wireFault(report.firstInvalid),
  signed_up_to: report.signedUpTo,
  sealed_up_to: report.sealedUpTo,
  checkpoints_not_compared: uncompared,
  older_stores_accepted: accepted.map((one) => ({
    signed_size: one.signedSize,
    signed_root: one.signedRoot,
    store_size: one.storeSize,
    store_root: one.storeRoot,
    accepted_at: one.acceptedAt,
  })),
});

const wireFault = ({ sequence, reasonCode, column, soundUpTo }: FoundFault): Json => ({
  // A non-numeric sequence, which only a tampered store contains, has no place to name.
  sequence: Number.isFinite(sequence) ? sequence : 0,
  reason_code: reasonCode,
  ...(column === undefined ? {} : { column }),
  ...(soundUpTo === undefined ? {} : { sound_up_to: soundUpTo }),
});

const verifyStore = ({ tenant, checkpoint = [] }: AuditVerifyOptions): Promise<TenantReport[]> =>
  withTrail(async (ports) => {
    const notes = notesForStore(checkpoint, ports.checkpointSigner.publicKey);
    const named = [
      ...(await ports.auditTrail.tenants()),
      ...ports.keptCheckpoints.tenants(),
      ...notes.keys(),
    ];
    const tenants = tenant === undefined ? [...new Set(named)].sort() : [tenant];
    const reports: TenantReport[] = [];
    for (const tenantId of tenants) {
      const kept = notes.get(tenantId) ?? [];
      const report = await verifyTrail(ports, tenantId, { whole: true, kept });
      const given = acceptancesIn(checkpoint, tenantId, [ports.checkpointSigner.publicKey]);
      const accepted = distinct([...report.olderStoresAccepted, ...given]);
      reports.push({ tenantId, state: report.state, report, accepted, uncompared: 0 });
    }
    return reports;
  });

// The same acceptance is in every file.
const distinct = (accepted: readonly AcceptedStore[]): readonly AcceptedStore[] => [
  ...new Map(accepted.map((one) => [`${one.acceptedAt} ${one.signedRoot}`, one])).values(),
];

const verifyFile = async (file: string, options: AuditVerifyOptions): Promise<TenantReport> => {
  const keys = (options.key ?? []).flatMap(readKeys);
  const tenantId = await firstTenantOf(file);
  const notes = notesForFile(options.checkpoint ?? [], tenantId ?? '', keys);
  const verifier = new ExportVerifier({
    keys,
    checkpoints: notes,
    hash: nodeSha256,
    digest: nodeDigest,
    verifySignature: verifyEd25519ByNode,
  });
  for await (const lines of linesOf(file)) if (!lines.every((line) => verifier.add(line))) break;
  const verdict = verifier.verdict();
  if (verdict.unreadable)
    throw new CommandFailure(`Line ${verdict.lines} of the file is not an audit record.`, EXIT.refused);
  if (verdict.tenantId === null) throw new CommandFailure('The file holds no audit records.', EXIT.refused);
  return {
    tenantId: verdict.tenantId,
    state: verdict.state,
    report: verdict,
    accepted: acceptancesIn(options.checkpoint ?? [], verdict.tenantId, keys),
    uncompared: verdict.uncompared,
  };
};
