import { SUBTREE, type SubtreeDocument } from '../kinds/documents.js';
import { typed } from './where-filter.js';

interface SubtreeValues {
  readonly level: number;
  readonly place: number;
  readonly hash: string;
  readonly latest: SubtreeDocument[typeof SUBTREE.latest];
}

/** What is kept of a subtree, without its key. */
export const subtreeFields = (tenantId: string, subtree: SubtreeValues): Omit<SubtreeDocument, '_id'> => ({
  [SUBTREE.tenantId]: tenantId,
  [SUBTREE.level]: subtree.level,
  [SUBTREE.place]: subtree.place,
  [SUBTREE.hash]: subtree.hash,
  [SUBTREE.latest]: subtree.latest,
});

/** The filter selecting the subtrees of one level. */
export const levelFilter = (tenantId: string, level: number) => ({
  [SUBTREE.tenantId]: typed(tenantId),
  [SUBTREE.level]: typed(level),
});
