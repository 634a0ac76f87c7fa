import type { GrantRole } from '@govgate/client';
import { previewLines } from '../preview-lines.js';
import { printLine } from '../print-line.js';
import type { RemoteService } from './remote-service.js';

/** `govgate role grant` at a service: the effect on stderr, then the role binding on stdout. */
export const grantRole = async ({ client }: RemoteService, body: GrantRole): Promise<void> => {
  const preview = await client.previewRoleBinding({ body });
  process.stderr.write(
    previewLines({
      role: body.role,
      permissionsGranted: preview.permissions_granted,
      newlyEffective: preview.newly_effective,
      affectedUserCount: preview.affected_user_count,
      findings: preview.findings.map(({ severity, reason_code }) => ({ severity, reasonCode: reason_code })),
    }),
  );
  const { binding_id, tenant_id, role, subject, scope, expires_at } = await client.createRoleBinding({
    body,
  });
  printLine({ binding_id, tenant_id, role, ...subject, environment_id: scope.environment_id, expires_at });
};
