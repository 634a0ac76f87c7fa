/**
 * Finds what is wrong with a value that a type promises but a caller may not keep: the path to the first wrong part, `.rules[2].effect`, ''
 * for the value itself, undefined if it is sound. Types are erased, and whatever decides must not open because of a misspelt member.
 */
export type Wrong = (value: unknown) => string | undefined;

/** Makes one from a test of the value itself. */
export const unless =
  (test: (value: unknown) => boolean): Wrong =>
  (value) =>
    test(value) ? undefined : '';

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

export const wrongText = unless(isText);

/** The same where the value may be left out; null is a value. */
export const optionally =
  (wrong: Wrong): Wrong =>
  (value) =>
    value === undefined ? undefined : wrong(value);

export const oneOf = (words: readonly unknown[]): Wrong => unless((value) => words.includes(value));

export const listOf =
  (wrong: Wrong): Wrong =>
  (value) => {
    if (!Array.isArray(value)) return '';
    for (let at = 0; at < value.length; at += 1) {
      const path = wrong(value[at]);
      if (path !== undefined) return `[${at}]${path}`;
    }
    return undefined;
  };

/** An object that has these members; `closed`: and no others. A member that nobody knows comes before one that is missing: it is often why. */
export const shapeOf = (
  members: Readonly<Record<string, Wrong>>,
  others: 'closed' | 'open' = 'closed',
): Wrong => {
  const names = Object.keys(members);
  const checks = Object.values(members);
  // Usually all members are known ones: as many as were found.
  const unknownIn = (value: Readonly<Record<string, unknown>>, found?: number): string | undefined =>
    others === 'open' || Object.keys(value).length === found
      ? undefined
      : Object.keys(value).find((key) => !Object.hasOwn(members, key) && value[key] !== undefined);
  return (value) => {
    if (!isRecord(value)) return '';
    let given = 0;
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] as string;
      const member = value[name];
      if (member !== undefined) given += 1;
      const path = (checks[at] as Wrong)(member);
      if (path !== undefined) return `.${unknownIn(value) ?? name + path}`;
    }
    const unknown = unknownIn(value, given);
    return unknown === undefined ? undefined : `.${unknown}`;
  };
};
