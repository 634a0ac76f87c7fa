import { defineClasses } from '../redaction/classes.js';
import type { RoleBinding } from './role-binding.js';

/** Field classes of a role binding: nothing in it is secret. */
export const roleBindingClasses = defineClasses<RoleBinding>()({
  bindingId: 'public',
  tenantId: 'public',
  role: 'public',
  subject: 'public',
  scope: 'public',
  reasonCode: 'public',
  reason: 'public',
  notBefore: 'public',
  expiresAt: 'public',
  grantedBy: 'public',
  createdAt: 'public',
  disabledBy: 'public',
  disabledAt: 'public',
  disableReasonCode: 'public',
});
