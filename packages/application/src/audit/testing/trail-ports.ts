import { createHash, createHmac, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { type AuditCheckpoint, type FoundFault, readCheckpoint, type TrailHead } from '@govgate/domain';
import type { CheckpointSigner, EventMac, KeptCheckpoints } from '@govgate/ports';
import { CommittedEvents } from '../../call/committed-events.js';
import type { Ports } from '../../call/ports.js';
import { Shares } from '../../call/shares.js';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signer of tests, the same for the same seed. */
export const signerOf = (seed: number): CheckpointSigner => {
  const der = Buffer.concat([PKCS8, Buffer.alloc(32, seed)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicDer = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: Uint8Array.from(publicDer.subarray(-32)),
    sign: (text) => Uint8Array.from(sign(null, Buffer.from(text), privateKey)),
  };
};

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Checkpoints outside of the store, in memory, with everything that was sent there. */
export interface RecordedCheckpoints extends KeptCheckpoints {
  readonly reported: AuditCheckpoint[];
  readonly refusals: { readonly tenantId: string; readonly fault: FoundFault }[];
  forget(): void;
}

/** The MAC of tests' events. */
const testMac: EventMac = (chainHash) => createHmac('sha256', 'test').update(chainHash).digest('base64');

// Making keys takes longer than all else that a bench is made of.
const SIGNER = signerOf(1);

/** The ports that reading, signing and verifying trails need besides the store and the clock. */
export const trailPorts = (): Pick<
  Ports,
  | 'alteredTrails'
  | 'checkpointSigner'
  | 'committedEvents'
  | 'digest'
  | 'eventMac'
  | 'trailReadings'
  | 'verifySignature'
> & { readonly keptCheckpoints: RecordedCheckpoints } => ({
  checkpointSigner: SIGNER,
  keptCheckpoints: recordedCheckpoints(),
  eventMac: testMac,
  committedEvents: new CommittedEvents(),
  alteredTrails: new Map(),
  digest: (bytes, into, at) => {
    into.set(createHash('sha256').update(bytes).digest(), at);
  },
  verifySignature: (publicKey, text, signature) =>
    verify(null, Buffer.from(text), nodeKey(publicKey), signature),
  trailReadings: new Shares(2),
});

const nodeKey = (publicKey: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });

const recordedCheckpoints = (): RecordedCheckpoints => {
  const newest = new Map<string, TrailHead>();
  const reported: AuditCheckpoint[] = [];
  const refusals: { tenantId: string; fault: FoundFault }[] = [];
  const learn = (checkpoints: readonly AuditCheckpoint[]): void => {
    for (const { tenantId, size, note } of checkpoints) {
      const head = readCheckpoint(note, [])?.head;
      if (head !== undefined && size >= (newest.get(tenantId)?.size ?? 0)) newest.set(tenantId, head);
    }
  };
  return {
    reported,
    refusals,
    newest: (tenantId) => newest.get(tenantId),
    tenants: () => [...newest.keys()],
    accepted: () => [],
    append: async (signed) => {
      reported.push(...signed);
      learn(signed);
    },
    catchUp: async (checkpoints) => learn(checkpoints),
    refused: (tenantId, fault) => void refusals.push({ tenantId, fault }),
    forget: () => newest.clear(),
  };
};
