import { auditEventBy, type Ports, signNow, systemCaller, whoseSignature } from '@govgate/application';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/**
 * Checks at the start whether the trails were signed with this installation's keys. With other keys, because the file was lost or mistaken,
 * page tokens and fingerprints change, and nothing signed before binds the store: an operator must accept that (ADR 50), with an event in
 * every trail. What was signed can still be verified with the old public key.
 */
export const requireOwnKeys = async (
  ports: Ports,
  { acceptNew }: { readonly acceptNew: boolean },
): Promise<void> => {
  for (const tenantId of await ports.auditTrail.tenants()) {
    const whose = await whoseSignature(ports, tenantId);
    // Keys belong to an installation: one trail signed with them speaks for all, and a start should not check thousands.
    if (whose === 'own' && !acceptNew) return;
    if (whose === 'others' && !acceptNew) throw new CommandFailure(refusal(tenantId), EXIT.settings);
    // Also one that nobody signed yet: its events may carry the MACs of the keys that are gone.
    if (whose !== 'own' && acceptNew) await accept(ports, tenantId);
  }
};

const refusal = (tenantId: string): string =>
  `The trail of tenant ${tenantId} was signed with other server keys. Put those keys back (server-keys.json beside the store, or what GOVGATE_KEYS_FILE names), or continue with the new ones by \`govgate serve --new-keys\`, which is audited.`;

const accept = async (ports: Ports, tenantId: string): Promise<void> => {
  const caller = systemCaller('cli', tenantId, ports.ids.mint('request'));
  const event = auditEventBy(ports, caller, {
    eventType: 'tenant.server_keys_replaced',
    action: 'replace_server_keys',
    environmentId: null,
    resourceId: tenantId,
    reasonCode: 'new_server_keys',
  });
  await ports.unitOfWork.commit({ changes: [], audit: [event] });
  await signNow(ports, tenantId, { asFound: true });
};
