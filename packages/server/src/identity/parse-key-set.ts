import type { JSONWebKeySet } from 'jose';

/** Why a key set could not be read: a fixed text, never part of the answer. */
export class KeySetFault extends Error {
  override readonly name = 'KeySetFault';
}

/** Reads the text of a JSON Web Key Set. */
export const parseKeySet = (text: string): JSONWebKeySet => {
  const set = jsonOf(text) as Partial<JSONWebKeySet> | null | undefined;
  const keys = Array.isArray(set?.keys) ? set.keys : undefined;
  if (keys?.every((key) => typeof key === 'object' && key !== null)) return { keys };
  throw new KeySetFault('it is not a JSON Web Key Set');
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
