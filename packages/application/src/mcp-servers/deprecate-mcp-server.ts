import { contributorOf, decideDeprecate } from '@govgate/domain/internal';
import { mcpServerKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord, presentIfMatch } from '../call/load-record.js';
import { type SubmitDeps, submissionDecision } from './commit-submission.js';
import { currentServer } from './current-server.js';
import { type ServerRef, serverAccess } from './load-server.js';
import type { SubmissionView } from './submission-view.js';

export interface DeprecateMcpServerInput extends ServerRef {
  readonly reasonCode: string;
  readonly reason: string;
}

/** Submits the live manifest as deprecated, for review (docs/spec/mcp-servers.md#deprecation). The live state stays until the approval. */
export const makeDeprecateMcpServer =
  (deps: SubmitDeps): UseCase<DeprecateMcpServerInput, SubmissionView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(mcpServerKind, input.scope, input.serverId),
      admit: () => admitRecord(deps.records, context, serverAccess(input, 'mcp_server.deprecate')),
      decide: async (admitted) => {
        const loaded = presentIfMatch(context, admitted);
        if (!loaded.ok) return loaded;
        const { stored } = loaded.value;
        const current = await currentServer(deps.records, stored);
        const decided = decideDeprecate(stored.record, current.live?.record, current.pending?.record, {
          submissionId: deps.ids.mint('submission'),
          by: contributorOf(context.principal),
          now: deps.clock.now(),
          hash: deps.hash,
        });
        if (!decided.ok) return decided;
        const { reasonCode, reason } = input;
        const facts = {
          eventType: 'mcp_server.deprecation_submitted',
          action: 'deprecate',
          reasonCode,
          reason,
        } as const;
        return {
          ok: true,
          value: submissionDecision(deps, context, { before: current, submitted: decided.value, facts }),
        };
      },
    });
