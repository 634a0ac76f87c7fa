import { ok, refuse } from '@govgate/domain';
import { appliedSetKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type AppliedSetRef, type AppliedSetView, appliedSetView } from './applied-set-view.js';

/** Reads what was last applied from a set of files (docs/spec/conventions.md). */
export const makeReadAppliedSet =
  ({ records }: Pick<Ports, 'records'>): UseCase<AppliedSetRef, AppliedSetView> =>
  async ({ principal }, { tenantId, setId }) => {
    if (principal.tenantId !== tenantId) return refuse('not_found');
    const stored = await records.get(appliedSetKind, { tenantId }, setId);
    return stored === undefined ? refuse('not_found') : ok(appliedSetView(principal, stored));
  };
