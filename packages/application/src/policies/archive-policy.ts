import { decideArchive } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { changePolicy } from './change-policy.js';
import type { PolicyRef } from './load-policy.js';
import type { PolicyView } from './policy-view.js';

export interface ArchivePolicyInput extends PolicyRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** Archives a draft or superseded version permanently. */
export const makeArchivePolicy =
  (
    deps: Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids' | 'timer'>,
  ): UseCase<ArchivePolicyInput, PolicyView> =>
  (context, input) =>
    changePolicy(deps, context, {
      ...input,
      permission: 'policy.archive',
      eventType: 'policy.archived',
      action: 'archive',
      ifMatch: 'optional',
      decide: (policy) =>
        decideArchive(policy, { now: deps.clock.now(), actorId: context.principal.actorId }),
    });
