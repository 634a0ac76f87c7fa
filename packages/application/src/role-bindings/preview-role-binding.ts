import { ok, type RoleBindingPreview } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { judgeRoleBinding, type RoleBindingInput } from './judge-role-binding.js';

export interface RoleBindingPreviewView extends RoleBindingPreview {
  readonly schemaVersion: '1.0';
}

/** Tells what creating a role binding would do; writes nothing (decisions, section 10). */
export const makePreviewRoleBinding =
  (deps: Pick<Ports, 'records' | 'clock'>): UseCase<RoleBindingInput, RoleBindingPreviewView> =>
  async (context, input) => {
    const judged = await judgeRoleBinding(deps, context, input, 'role_binding.read');
    if (!judged.ok) return judged;
    return judged.value.window ?? ok({ schemaVersion: '1.0', ...judged.value.preview });
  };
