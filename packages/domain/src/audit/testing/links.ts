import { createHash } from 'node:crypto';
import type { Sha256Hex } from '../../canonical-json.js';
import type { ChainLink } from '../verify.js';

/** The link at a position that a test knows to exist. */
export const linkAt = (links: readonly ChainLink[], index: number): ChainLink => {
  const link = links[index];
  if (link === undefined) throw new Error('no such link');
  return link;
};

/** Node's hash: thousands of chains are sealed here. */
export const sha256: Sha256Hex = (text) => createHash('sha256').update(text).digest('hex');
