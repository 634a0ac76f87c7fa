import { addressHoldsSecret, holdsSecretMaterial, type ServerJson } from '@govgate/domain/internal';

const TEMPLATE = /\{[^{}]*\}/g;
const ADDRESS = /^https?:/i;
/** Members that say what an input is set to. */
const SETS = new Set(['value', 'default', 'placeholder', 'choices']);

/** The first text that looks like a credential, by its path: in itself, in an address, or as the value of an input with such a name. */
export const placeOfSecret = (document: ServerJson): string | undefined => placeIn(document, [], '');

const placeIn = (part: unknown, path: readonly string[], input: string): string | undefined => {
  if (typeof part === 'string') return isSecret(part, path, input) ? path.join('.') : undefined;
  if (typeof part !== 'object' || part === null) return undefined;
  const name = 'name' in part && typeof part.name === 'string' ? part.name : input;
  for (const [key, below] of Object.entries(part)) {
    // A variable's name is the key that it stands under.
    const found = placeIn(below, [...path, key], path.at(-1) === 'variables' ? key : name);
    if (found !== undefined) return found;
  }
  return undefined;
};

const isSecret = (text: string, path: readonly string[], input: string): boolean => {
  if (holdsSecretMaterial(text) || (ADDRESS.test(text) && addressHoldsSecret(text))) return true;
  // What stands in braces is put in by whoever installs it.
  const set = text.replace(TEMPLATE, '');
  return path.slice(-2).some((key) => SETS.has(key)) && holdsSecretMaterial(`${input}=${set}`);
};
