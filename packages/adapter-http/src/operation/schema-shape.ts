import type * as v from 'valibot';

export type AnySchema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/**
 * What the projector, the intake and the credential search need to know of a valibot schema: where objects and arrays are, what is opaque,
 * and which texts have a grammar of their own.
 */
export type Shape =
  | {
      readonly kind: 'object';
      readonly entries: ReadonlyMap<string, Shape>;
    }
  | { readonly kind: 'array'; readonly item: Shape }
  | { readonly kind: 'leaf'; readonly ownGrammar: boolean; readonly isFree: boolean };

const LEAF: Shape = { kind: 'leaf', ownGrammar: false, isFree: false };

interface Introspected {
  readonly type: string;
  readonly entries?: Record<string, AnySchema>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly (Pick<Introspected, 'type' | 'pipe'> & { readonly metadata?: Metadata })[];
}

interface Metadata {
  readonly 'x-document'?: boolean;
  readonly 'x-free'?: boolean;
  readonly format?: string;
  readonly writeOnly?: boolean;
}

/** The pattern of a text without a grammar: anything but NUL. */
export const FREE_TEXT = '^[^\\u0000]*$';

/** Marks a schema of JSON in the caller's own words: any text may be a key in it. */
export const FREE = { 'x-free': true } as const;

/** Marks a schema whose value is a document with a spelling of its own, such as a policy manifest: its keys are not converted. */
export const DOCUMENT = { 'x-document': true } as const;

// Schemas never change and many operations share them: each is read once.
const known = new WeakMap<AnySchema, Shape>();

/** Reads a schema's shape. A union is followed into its one object or array option. */
export const shapeOf = (schema: AnySchema): Shape => {
  const shape = known.get(schema) ?? readShape(schema);
  known.set(schema, shape);
  return shape;
};

/** The schemas of an object's members. */
export const entriesOf = (schema: AnySchema): Readonly<Record<string, AnySchema>> =>
  introspected(schema).entries ?? {};

const introspected = (schema: AnySchema): Introspected => schema as unknown as Introspected;

const readShape = (schema: AnySchema): Shape => {
  const seen = introspected(schema);
  const metadata = metadataIn(seen);
  const isFree = metadata.some((item) => item['x-free'] === true);
  if (metadata.some(hasOwnGrammar)) return { kind: 'leaf', ownGrammar: true, isFree };
  if (isFree) return { ...LEAF, isFree };
  if (seen.entries !== undefined) {
    return {
      kind: 'object',
      entries: new Map(Object.entries(seen.entries).map(([key, entry]) => [key, shapeOf(entry)])),
    };
  }
  if (seen.type === 'array' && seen.item !== undefined) return { kind: 'array', item: shapeOf(seen.item) };
  if (seen.wrapped !== undefined) return shapeOf(seen.wrapped);
  if (seen.type === 'union' || seen.type === 'variant')
    return unionShape(seen.options as readonly AnySchema[]);
  return LEAF;
};

// A mark holds for whatever is made of the marked schema by further steps.
const metadataIn = ({ pipe = [] }: Introspected): readonly Metadata[] =>
  pipe.flatMap((step) => [step.metadata ?? {}, ...metadataIn(step as Introspected)]);

const unionShape = (options: readonly AnySchema[]): Shape => {
  const composed = options.map(shapeOf).filter((shape) => shape.kind !== 'leaf');
  if (composed.length === 0) return LEAF;
  if (composed.every((shape) => shape.kind === 'object')) {
    return {
      kind: 'object',
      entries: new Map(
        composed.flatMap((shape) => [...(shape as { entries: ReadonlyMap<string, Shape> }).entries]),
      ),
    };
  }
  return composed.length === 1 ? (composed[0] as Shape) : LEAF;
};

// The domain searches documents, which it understands; a format constrains its text; write-only values are never shown.
const hasOwnGrammar = ({ 'x-document': document, format, writeOnly }: Metadata): boolean =>
  document === true || format !== undefined || writeOnly === true;
