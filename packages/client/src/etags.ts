import { InvalidCall } from './invalid-call.js';

const etags = new WeakMap<object, string>();

/** Remembers in which state a record was read. */
export const rememberEtag = (answer: unknown, etag: string | null): void => {
  if (etag !== null && typeof answer === 'object' && answer !== null) etags.set(answer, etag);
};

/** The ETag that a record was read with; the record must be the very object that a call gave. */
export const etagOf = (record: object): string | undefined => etags.get(record);

/** The ETag of what a call names. A record without one must not go as "any state". */
export const etagFor = (option: string, seen: object | string): string => {
  const etag = typeof seen === 'string' ? seen : etagOf(seen);
  if (etag === undefined)
    throw new InvalidCall(
      option,
      'It is not a record as a call gave it, or it has no ETag; read it by itself first.',
    );
  return etag;
};
