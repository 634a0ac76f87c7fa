import { etagOf } from '@govgate/client';

/** The state that was seen, for a change to be refused where it is another by now. */
export const ifMatchOf = (seen: unknown): { readonly ifMatch?: object } =>
  typeof seen === 'object' && seen !== null && etagOf(seen) !== undefined ? { ifMatch: seen } : {};

// `crypto.randomUUID` is missing on pages without TLS.
/** An id that nobody else makes. */
export const newId = (): string =>
  `console-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** Sending the same again is the same call; different input or a different state is another. */
export const keyFor = (keys: Map<string, string>, call: readonly unknown[]): string => {
  const about = JSON.stringify(call);
  const key = keys.get(about) ?? newId();
  keys.set(about, key);
  return key;
};
