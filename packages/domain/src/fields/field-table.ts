import type { FieldClass } from '../redaction/classes.js';

/** How one field of a record is represented (ADR 47). */
export interface FieldRow {
  readonly class: FieldClass;
  /** `plain`: answered and bundled under its own name, as stored. `own`: written by hand, or never shown. */
  readonly travels: 'plain' | 'own';
  /** A plain field set by callers: always, or with default `unset` on create. */
  readonly given?: 'always' | { readonly unset: unknown };
}

/** A row for every field of a record, so that a new field without one does not compile. */
export type FieldTable<T> = { readonly [K in keyof T]-?: FieldRow };

/** A field with its own representation wherever it is shown. */
export const own = <const C extends FieldClass>(fieldClass: C) =>
  ({ class: fieldClass, travels: 'own' }) as const;

/** A field shown as it is stored. */
export const plain = <const C extends FieldClass>(fieldClass: C) =>
  ({ class: fieldClass, travels: 'plain' }) as const;

/** A plain field set by callers: required on create, or optional with a default. */
export function given<const C extends FieldClass>(
  fieldClass: C,
): { readonly class: C; readonly travels: 'plain'; readonly given: 'always' };
export function given<const C extends FieldClass, const V>(
  fieldClass: C,
  unset: V,
): { readonly class: C; readonly travels: 'plain'; readonly given: { readonly unset: V } };
export function given(fieldClass: FieldClass, ...unset: readonly unknown[]): FieldRow {
  return { class: fieldClass, travels: 'plain', given: unset.length === 0 ? 'always' : { unset: unset[0] } };
}

type RowsWith<F, Row> = { [K in keyof F]: F[K] extends Row ? K : never }[keyof F];
type Plain<F> = RowsWith<F, { readonly travels: 'plain' }>;
type Always<F> = RowsWith<F, { readonly given: 'always' }>;
type MayBeUnset<F> = RowsWith<F, { readonly given: { readonly unset: unknown } }>;

/** The plain fields of a record. */
export type PlainFields<T, F> = Pick<T, Plain<F> & keyof T>;

/** The input that creates a record. */
export type GivenFields<T, F> = Pick<T, Always<F> & keyof T> & {
  readonly [K in MayBeUnset<F> & keyof T]?: T[K] | undefined;
};

/** The input that changes a record: absent fields are unchanged. */
export type PatchedFields<T, F> = Partial<Pick<T, (Always<F> | MayBeUnset<F>) & keyof T>>;

/** The plain fields of a record in a bundle, which may omit what a create may. */
export type BundledFields<T, F> = Pick<T, Exclude<Plain<F>, MayBeUnset<F>> & keyof T> & {
  readonly [K in MayBeUnset<F> & keyof T]?: T[K] | undefined;
};

/** The fields of a record, and what is derived from them. */
export interface Fields<T, F> {
  readonly rows: F;
  readonly classes: { readonly [K in keyof F]: F[K] extends { readonly class: infer C } ? C : never };
  /** The plain fields of a record, an item of a bundle or the input of a create. */
  plain(source: BundledFields<T, F>): PlainFields<T, F>;
  /** The fields in the input of a change. */
  given(input: Partial<GivenFields<T, F>>): PatchedFields<T, F>;
}

/** Declares the fields of a record. @example defineFields<Agent>()({ agentId: plain('public'), ... }) */
export const defineFields =
  <T>() =>
  <const F extends FieldTable<T>>(rows: F): Fields<T, F> => {
    const table = Object.entries<FieldRow>(rows);
    return {
      rows,
      // The types above describe the result exactly; a loop over names cannot.
      classes: Object.fromEntries(table.map(([name, row]) => [name, row.class])) as never,
      plain: (source) =>
        taken(table.filter(([, { travels }]) => travels === 'plain').map(unsetOf), source) as never,
      given: (input) =>
        taken(table.filter(([, { given }]) => given !== undefined).map(namesOf), input) as never,
    };
  };

type FieldDefault = readonly [name: string, unset: unknown];

const namesOf = ([name]: readonly [string, FieldRow]): FieldDefault => [name, undefined];

const unsetOf = ([name, { given }]: readonly [string, FieldRow]): FieldDefault => [
  name,
  typeof given === 'object' ? given.unset : undefined,
];

/** Members by name; one that is absent and has no default is omitted. */
const taken = (wanted: readonly FieldDefault[], source: object): object => {
  const values = source as Readonly<Record<string, unknown>>;
  const found = wanted.map(([name, unset]) => [name, values[name] === undefined ? unset : values[name]]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
};
