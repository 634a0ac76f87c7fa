import { ok, type RoleBindingPreview } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { onceAllowed } from '../call/once-allowed.js';
import type { Ports } from '../call/ports.js';
import { judgeRoleBinding, type RoleBindingInput } from './judge-role-binding.js';

export interface RoleBindingPreviewView extends RoleBindingPreview {
  readonly schemaVersion: '1.0';
}

/** Shows what creating a role binding would do; writes nothing (decisions, section 10). */
export const makePreviewRoleBinding =
  (deps: Pick<Ports, 'records' | 'clock'>): UseCase<RoleBindingInput, RoleBindingPreviewView> =>
  (context, input) =>
    onceAllowed(
      context,
      () => judgeRoleBinding(deps, context, input, 'role_binding.read'),
      // An impossible window has no preview: the answer is then a create's.
      ({ window, refused, preview }) =>
        (window === undefined ? undefined : refused) ?? ok({ schemaVersion: '1.0', ...preview }),
    );
