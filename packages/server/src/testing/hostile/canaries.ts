import { randomBytes } from 'node:crypto';

/** A unique text, and every form in which it could leave. */
export interface Canary {
  readonly text: string;
  /** Another text that contains the canary; each has its own number. */
  readonly next: () => string;
}

/** Makes a canary: capitals and digits, so that it can also be part of a variable name. */
export const makeCanary = (): Canary => {
  const text = `CNRY${randomBytes(10).toString('hex').toUpperCase()}`;
  let made = 0;
  return {
    text,
    next: () => {
      made += 1;
      return `${text}N${String(made).padStart(5, '0')}`;
    },
  };
};

/** The forms in which a caller could write a credential into free text. */
export const CREDENTIAL_FORMS: Readonly<Record<string, (canary: string) => string>> = {
  'an address with a password': (canary) => `see https://user:${canary}@host.example/`,
  'an address with a token': (canary) => `https://${canary}@host.example`,
  'a private key': (canary) => `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
  'bearer credentials': (canary) => `Authorization: Bearer ${canary}`,
  'a JSON Web Token': (canary) => `eyJhbGciOiJub25lIn0.${canary}.${canary}`,
  'a token of a known kind': (canary) => `ghp_${canary}EXAMPLE`,
};

/** Something secret that was found where it must not be. */
export interface Leak {
  readonly where: string;
  readonly form: string;
  readonly around: string;
}

/** Finds the forms of a secret in a place. */
export const findLeaks = (secret: string, where: string, text: string): readonly Leak[] =>
  Object.entries(formsOf(secret)).flatMap(([form, needle]) =>
    placesOf(text, needle).map((at) => ({
      where,
      form,
      around: text.slice(Math.max(0, at - 60), at + needle.length + 60),
    })),
  );

/** A secret as it stands, in base64 and base64url at each of the three offsets, in hex, and URL-encoded. */
export const formsOf = (secret: string): Readonly<Record<string, string>> => {
  const hex = Buffer.from(secret).toString('hex');
  const pairs = hex.match(/../g) ?? [];
  return {
    raw: secret,
    hex,
    'capital hex': hex.toUpperCase(),
    'URL-encoded': pairs.map((pair) => `%${pair}`).join(''),
    'URL-encoded in capitals': pairs.map((pair) => `%${pair.toUpperCase()}`).join(''),
    ...Object.fromEntries(
      [0, 1, 2].flatMap((offset) => [
        [`base64 at ${offset}`, encodedWithin(secret, offset, 'base64')],
        [`base64url at ${offset}`, encodedWithin(secret, offset, 'base64url')],
      ]),
    ),
  };
};

// The characters that are independent of what comes before and after the secret.
const encodedWithin = (secret: string, offset: number, encoding: 'base64' | 'base64url'): string => {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  return bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
};

const placesOf = (text: string, needle: string): readonly number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) places.push(at);
  return places;
};
