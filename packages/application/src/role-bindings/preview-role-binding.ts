import { ok } from '@govgate/domain';
import type { RoleBindingPreview } from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { judgeRoleBinding, type RoleBindingInput } from './judge-role-binding.js';

export interface RoleBindingPreviewView extends RoleBindingPreview {
  readonly schemaVersion: '1.0';
}

/** Previews creating a role binding; writes nothing (docs/spec/authorization.md#role-bindings). */
export const makePreviewRoleBinding =
  (deps: Pick<Ports, 'records' | 'clock'>): UseCase<RoleBindingInput, RoleBindingPreviewView> =>
  async (context, input) => {
    const judged = await judgeRoleBinding(deps, context, { input, permission: 'role_binding.read' });
    if (!judged.ok) return judged;
    const { window, refused, preview } = judged.value;
    // An impossible window has no preview: the answer is that of a create.
    return (window === undefined ? undefined : refused) ?? ok({ schemaVersion: '1.0', ...preview });
  };
