import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';
import { type NamedApiToken, seenApiToken } from './seen-api-token.js';

/** Reads an API token: its bearer and reach, never its text. Everybody may read their own. */
export const makeReadApiToken =
  ({ records, clock }: Pick<Ports, 'records' | 'clock'>): UseCase<NamedApiToken, ApiTokenView> =>
  async (context, input) => {
    const seen = await seenApiToken(records, context, { named: input, permission: 'local_identity.read' });
    return seen.ok ? ok(apiTokenView(context, seen.value, clock.now())) : seen;
  };
