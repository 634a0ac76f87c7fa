import { ok, refuse } from '@govgate/domain';
import type { JsonLines } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type ExportAuditInput, exportLines } from './export-lines.js';
import type { TrailLine } from './exported-part.js';
import { mayReadTrail } from './list-audit-events.js';
import type { TrailDeps } from './trail-deps.js';

/** Streams the tenant's trail as NDJSON (docs/spec/audit.md, docs/spec/destinations.md). */
export const makeExportAuditEvents =
  (
    deps: TrailDeps & Pick<Ports, 'trailReadings'>,
  ): UseCase<ExportAuditInput, { readonly stream: AsyncIterable<JsonLines<TrailLine>> }> =>
  async (context, input) => {
    const allowed = mayReadTrail(context, input.tenantId, 'audit.export');
    if (!allowed.ok) return allowed;
    const giveBack = deps.trailReadings.take(input.tenantId);
    if (giveBack === undefined) return refuse('rate_limited');
    return ok({ stream: untilDone(exportLines(deps, input, context.stop), giveBack) });
  };

/** The same, and calls `done` however it ends, even if nobody started to read it. */
const untilDone = <Lines>(lines: AsyncGenerator<Lines>, done: () => void): AsyncIterable<Lines> => ({
  [Symbol.asyncIterator]: () => ({
    next: async () => {
      try {
        const step = await lines.next();
        if (step.done) done();
        return step;
      } catch (fault) {
        done();
        throw fault;
      }
    },
    return: async () => {
      done();
      return lines.return(undefined);
    },
  }),
});
