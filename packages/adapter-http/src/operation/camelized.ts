type Camel<S extends string> = S extends `_${string}`
  ? S
  : S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<Camel<Tail>>}`
    : S;

/** A key that is written otherwise inside; none of a record whose keys are any text. */
type Respelt<S extends string> = S extends Camel<S> ? never : S;

declare const VERBATIM: unique symbol;

/** A value with a spelling of its own, such as a policy manifest: its keys are not converted. A compile-time mark only. */
export type Verbatim<T> = T & { readonly [VERBATIM]?: true };

/**
 * A wire type with its keys in camelCase at every depth; verbatim values stay as they are. A key in the wire's spelling is refused, as the
 * projector would not find it: that of an optional field would be lost without a word.
 */
export type Camelized<T> = T extends readonly (infer Item)[]
  ? typeof VERBATIM extends keyof T
    ? Written<T>
    : readonly Camelized<Item>[]
  : T extends object
    ? typeof VERBATIM extends keyof T
      ? Written<T>
      : { readonly [K in keyof T as Camel<K & string>]: Camelized<T[K]> } & {
          readonly [K in keyof T as Respelt<K & string>]?: never;
        }
    : T;

/** A wire type as it is written, its arrays readonly and without the mark of verbatim values. */
export type Written<T> = T extends readonly (infer Item)[]
  ? readonly Written<Item>[]
  : T extends object
    ? { readonly [K in keyof T as Exclude<K, typeof VERBATIM>]: Written<T[K]> }
    : T;
