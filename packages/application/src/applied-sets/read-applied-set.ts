import { ok, refuse } from '@govgate/domain';
import { mayApplyFiles } from '@govgate/domain/internal';
import { appliedSetKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type AppliedSetRef, type AppliedSetView, appliedSetView } from './applied-set-view.js';

/**
 * Reads what was last applied from a set of files (docs/spec/conventions.md). A set of which the caller may read nothing is absent to them,
 * unless they may apply files: they need its state to record theirs.
 */
export const makeReadAppliedSet =
  ({ records }: Pick<Ports, 'records'>): UseCase<AppliedSetRef, AppliedSetView> =>
  async ({ principal }, { tenantId, setId }) => {
    if (principal.tenantId !== tenantId) return refuse('not_found');
    const stored = await records.get(appliedSetKind, { tenantId }, setId);
    if (stored === undefined) return refuse('not_found');
    const view = appliedSetView(principal, stored);
    return view.resources.length > 0 || mayApplyFiles(principal) ? ok(view) : refuse('not_found');
  };
