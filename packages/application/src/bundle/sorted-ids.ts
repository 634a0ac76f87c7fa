import { compareText } from '@govgate/domain';

/** Identifiers each once and in order, as records keep them. */
export const sortedIds = (ids: readonly string[]): string[] => [...new Set(ids)].sort(compareText);
