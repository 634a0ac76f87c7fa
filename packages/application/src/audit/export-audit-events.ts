import { type Instant, ok, textWithHash } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { mayReadTrail } from './list-audit-events.js';

export interface ExportAuditInput {
  readonly tenantId: string;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
}

/** Streams the tenant's trail as NDJSON, a record a line; a part of it names in its first `prev_hash` what it continues from. */
export const makeExportAuditEvents =
  ({
    auditTrail,
  }: Pick<Ports, 'auditTrail'>): UseCase<ExportAuditInput, { readonly stream: AsyncIterable<string> }> =>
  async (context, input) => {
    const allowed = mayReadTrail(context, input.tenantId, 'audit.export');
    return allowed.ok ? ok({ stream: exportLines(auditTrail, input) }) : allowed;
  };

/** The lines of an export, oldest first. */
async function* exportLines(auditTrail: Ports['auditTrail'], input: ExportAuditInput): AsyncIterable<string> {
  for await (const link of auditTrail.links(input.tenantId, 1)) {
    if (input.to !== undefined && link.occurredAt >= input.to) return;
    if (input.from !== undefined && link.occurredAt < input.from) continue;
    yield `${textWithHash(link.text, link.hash)}\n`;
  }
}
