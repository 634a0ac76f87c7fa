import { ok, readCheckpoint } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type CheckpointView, checkpointView } from './checkpoint-view.js';
import { mayReadTrail } from './list-audit-events.js';
import { ownKey } from './own-checkpoints.js';

export interface ListCheckpointsInput {
  readonly tenantId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Deps = Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'clock' | 'pageTokens' | 'verifySignature'>;

/** Lists the checkpoints of a tenant's trail, newest first (docs/spec/audit.md), including those by replaced keys. */
export const makeListCheckpoints = (deps: Deps): UseCase<ListCheckpointsInput, ListPage<CheckpointView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { tenantId, limit, cursor }) => {
    const allowed = mayReadTrail(context, tenantId, 'audit.read');
    if (!allowed.ok) return allowed;
    const question: ListQuestion = {
      list: 'audit_checkpoints',
      tenantId,
      environmentId: '',
      filters: {},
      sort: 'desc',
    };
    const place = tokens.read(question, cursor, 'cursor');
    if (!place.ok) return place;
    const after =
      place.value === undefined ? {} : { after: { size: Number(place.value.value), keyId: place.value.id } };
    const [found, totalCount] = await Promise.all([
      deps.auditTrail.checkpoints(tenantId, { direction: 'desc', ...after, limit: limit + 1 }),
      deps.auditTrail.countCheckpoints(tenantId),
    ]);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const next =
      found.length > limit && last !== undefined
        ? { nextCursor: tokens.write(question, { value: last.size, id: last.keyId }) }
        : {};
    const items = shown.flatMap((record) => {
      const read = readCheckpoint(record.note, [ownKey(deps, tenantId)], deps.verifySignature);
      return read === undefined
        ? []
        : [checkpointView(deps, { record, head: read.head }, read.signatureStatus === 'signed')];
    });
    return ok({ schemaVersion: '1.0', items, page: { limit, totalCount, ...next } });
  };
};
