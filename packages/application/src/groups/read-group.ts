import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { groupAccess } from './group-access.js';
import { type GroupView, groupView } from './group-view.js';

export interface ReadGroupInput {
  readonly tenantId: string;
  readonly groupId: string;
}

/** Reads a local group with its members (docs/spec/identity.md#users-groups-and-service-accounts). */
export const makeReadGroup =
  ({ records }: Pick<Ports, 'records'>): UseCase<ReadGroupInput, GroupView> =>
  async (context, input) => {
    const loaded = await loadRecord(records, context, groupAccess(input, 'local_identity.read'));
    return loaded.ok ? ok(groupView(context)(loaded.value.stored)) : loaded;
  };
