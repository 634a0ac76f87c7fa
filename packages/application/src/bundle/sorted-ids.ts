import { compareText } from '@govgate/domain';

/** Unique identifiers in order, as stored in records. */
export const sortedIds = (ids: readonly string[]): string[] => [...new Set(ids)].sort(compareText);
