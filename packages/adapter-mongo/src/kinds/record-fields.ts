import { RECORD } from './documents.js';

/** The fields that an attribute, a membership and a unique value of a kind are kept in. */
export const attributeField = (name: string): string => `${RECORD.attributes}.${name}`;
export const membershipField = (name: string): string => `${RECORD.memberships}.${name}`;
export const uniqueField = (name: string): string => `${RECORD.uniques}.${name}`;
