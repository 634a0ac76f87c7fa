/**
 * The class of a stored field. `public`: metadata that may leave; `handle`: an opaque name for something kept elsewhere, may leave;
 * `secret`: never leaves the store except to the one part that uses it.
 */
export type FieldClass = 'public' | 'handle' | 'secret';

/** A class for every field of a record, so that a new field without one does not compile. */
export type Classes<T> = { readonly [K in keyof T]-?: FieldClass };

/** Declares the classes of a record's fields. @example defineClasses<Agent>()({ agentId: 'public', ... }) */
export const defineClasses =
  <T>() =>
  <const C extends Classes<T>>(classes: C): C =>
    classes;

/** A copy of a record without secret and unclassified fields: an unclassified field counts as secret. */
export const withoutSecrets = <T extends object>(classes: Classes<T>, record: T): Partial<T> => {
  const kept: Partial<T> = {};
  for (const key of Object.keys(record) as (keyof T)[]) {
    const fieldClass: FieldClass | undefined = classes[key];
    if (fieldClass === 'public' || fieldClass === 'handle') kept[key] = record[key];
  }
  return kept;
};
