import { auditEventBy, type Ports, signNow, systemCaller, whoseSignature } from '@govgate/application';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/**
 * Looks at the start whether the trails were signed with this installation's keys. With others, as where the file of keys was lost
 * or mistaken, page tokens and fingerprints change, and nothing of what was signed before holds the store to anything: that is for
 * an operator to say (ADR 50), and an event of every trail. What was signed can still be verified with the old public key.
 */
export const holdOwnKeys = async (
  ports: Ports,
  { acceptNew }: { readonly acceptNew: boolean },
): Promise<void> => {
  for (const tenantId of await ports.auditTrail.tenants()) {
    const whose = await whoseSignature(ports, tenantId);
    // The keys are one installation's: a trail that they signed is as good as all of them, and a start should not look at thousands.
    if (whose === 'own' && !acceptNew) return;
    if (whose !== 'others') continue;
    if (!acceptNew) throw new CommandFailure(refusal(tenantId), EXIT.settings);
    await accept(ports, tenantId);
  }
};

const refusal = (tenantId: string): string =>
  `The trail of tenant ${tenantId} was signed with other server keys than these. Put the keys back (server-keys.json beside the store, or what GOVGATE_KEYS_FILE names), or go on with these with \`govgate serve --new-keys\`, which is audited.`;

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
  await signNow(ports, tenantId);
};
