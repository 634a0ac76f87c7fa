import { holdsSecretMaterial, isId } from '@govgate/domain';

/**
 * The id of a path, or "". One that breaks the id pattern or looks like a credential answers as an absent record does, and its
 * text goes no further: into no trail and no log (decisions, section 15).
 */
export const pathId = (text: string): string => (isId(text) && !holdsSecretMaterial(text) ? text : '');
