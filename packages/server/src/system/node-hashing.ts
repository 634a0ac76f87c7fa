import { hash } from 'node:crypto';
import type { Sha256Bytes, Sha256Hex } from '@govgate/domain';

/** Node's SHA-256 of a text, in hex. */
export const nodeSha256: Sha256Hex = (text) => hash('sha256', text);

/** The same of bytes. */
export const nodeDigest: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer');
