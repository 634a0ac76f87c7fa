import { attributeName } from './attribute-name.js';

/** Which attributes a caller wants: some, or all but some. */
export interface RequestedAttributes {
  readonly attributes?: string | undefined;
  readonly excludedAttributes?: string | undefined;
}

/** Always returned (RFC 7643, 3.1 and 7). */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** A resource with the attributes that a caller wants (RFC 7644, 3.9). A sub-attribute stands for its attribute. */
export const shownAttributes = <R extends { readonly schemas: readonly string[]; readonly id: string }>(
  resource: R,
  { attributes, excludedAttributes }: RequestedAttributes,
): Pick<R, 'schemas' | 'id'> & Partial<R> => {
  const wanted = namesIn(attributes);
  const unwanted = namesIn(excludedAttributes);
  const isShown = (name: string): boolean => (wanted.size === 0 || wanted.has(name)) && !unwanted.has(name);
  const shown = Object.entries(resource).filter(([key]) => ALWAYS.has(key) || isShown(key.toLowerCase()));
  return Object.fromEntries(shown) as Pick<R, 'schemas' | 'id'> & Partial<R>;
};

const namesIn = (list: string | undefined): ReadonlySet<string> =>
  new Set(
    (list ?? '')
      .split(',')
      .map((name) => attributeName(name.trim()).split('.')[0] ?? '')
      .filter((name) => name !== ''),
  );
