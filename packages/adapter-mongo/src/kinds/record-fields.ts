import { RECORD } from './documents.js';

/** Field names for a kind's attributes, memberships and unique values. */
export const attributeField = (name: string): string => `${RECORD.attributes}.${name}`;
export const membershipField = (name: string): string => `${RECORD.memberships}.${name}`;
export const uniqueField = (name: string): string => `${RECORD.uniques}.${name}`;
