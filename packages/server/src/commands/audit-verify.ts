import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifyTrail } from '@govgate/application';
import { type ChainReport, ChainVerifier, canonicalJson, type Json } from '@govgate/domain';
import { CommandFailure, EXIT } from './command-failure.js';
import { withPorts } from './with-ports.js';

const sha256 = (text: string): string => hash('sha256', text);

/** `govgate audit verify [FILE]`: one JSON line a tenant on stdout; exit 1 when a chain is broken. */
export const auditVerify = async (
  file: string | undefined,
  options: { readonly tenant?: string },
): Promise<void> => {
  const reports = file === undefined ? await verifyStore(options.tenant) : [await verifyFile(file)];
  for (const report of reports) process.stdout.write(`${JSON.stringify(wireReport(report))}\n`);
  if (reports.some(({ valid }) => !valid))
    throw new CommandFailure('The audit trail is broken; the report tells where.', EXIT.refused);
};

interface TenantReport extends ChainReport {
  readonly tenantId: string | null;
}

const wireReport = (report: TenantReport): Json => ({
  schema_version: '1.0',
  tenant_id: report.tenantId,
  valid: report.valid,
  events: report.events,
  first_sequence: report.firstSequence,
  last_sequence: report.lastSequence,
  head_hash: report.headHash,
  first_invalid:
    report.firstInvalid === null
      ? null
      : { sequence: report.firstInvalid.sequence, reason_code: report.firstInvalid.reasonCode },
});

const verifyStore = (tenant: string | undefined): Promise<TenantReport[]> =>
  withPorts(async (ports) => {
    const tenants = tenant === undefined ? await ports.auditTrail.tenants() : [tenant];
    const reports: TenantReport[] = [];
    for (const tenantId of tenants) reports.push({ tenantId, ...(await verifyTrail(ports, tenantId)) });
    return reports;
  });

interface ExportedRecord {
  readonly sequence: number;
  readonly prev_hash: string | null;
  readonly hash: string;
  readonly tenant_id: string;
}

// A part of a trail is good in itself: its first record names what it continues from.
const verifyFile = async (file: string): Promise<TenantReport> => {
  let verifier: ChainVerifier | undefined;
  let tenantId: string | null = null;
  let place = 0;
  for await (const line of linesOf(file)) {
    place += 1;
    const record = readRecord(line);
    if (record === undefined)
      throw new CommandFailure(`Line ${place} of the file is no audit record.`, EXIT.refused);
    if (verifier === undefined) {
      tenantId = record.tenant_id;
      verifier = new ChainVerifier(
        tenantId,
        { sequence: record.sequence - 1, hash: record.prev_hash },
        sha256,
      );
    }
    const { hash: recordHash, ...rest } = record;
    if (
      !verifier.add({
        sequence: record.sequence,
        text: canonicalJson(rest as unknown as Json),
        hash: recordHash,
      })
    )
      break;
  }
  if (verifier === undefined) throw new CommandFailure('The file holds no audit records.', EXIT.refused);
  return { tenantId, ...verifier.report() };
};

async function* linesOf(file: string): AsyncIterable<string> {
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') yield line;
    }
  } catch (fault) {
    if (fault instanceof CommandFailure) throw fault;
    throw new CommandFailure(`The file ${file} cannot be read.`, EXIT.refused);
  }
}

const readRecord = (line: string): ExportedRecord | undefined => {
  try {
    const said = JSON.parse(line) as Partial<ExportedRecord> | null;
    const sound =
      typeof said?.sequence === 'number' &&
      typeof said.hash === 'string' &&
      typeof said.tenant_id === 'string';
    return sound ? (said as ExportedRecord) : undefined;
  } catch {
    return undefined;
  }
};
