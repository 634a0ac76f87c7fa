import fc from 'fast-check';
import { anyText } from '../../../../../tools/test-values/any-text.js';

/** The part of JSON Schema that the OpenAPI document uses. */
export interface RequestSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly RequestSchema[];
  readonly oneOf?: readonly RequestSchema[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly additionalProperties?: RequestSchema | boolean;
  readonly propertyNames?: RequestSchema;
  readonly required?: readonly string[];
  readonly items?: RequestSchema;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** How requests are drawn: ids that exist, and how often a value violates the schema (0 to 100). */
export interface Draw {
  readonly knownTexts: readonly string[];
  readonly brokenPercent: number;
}

/** Draws values of a schema, and occasionally some that violate it. */
export const valuesOf = (schema: RequestSchema, draw: Draw): fc.Arbitrary<unknown> => {
  const right = rightValues(schema, draw);
  if (draw.brokenPercent === 0) return right;
  return fc.oneof(
    { weight: 100 - draw.brokenPercent, arbitrary: right },
    { weight: draw.brokenPercent, arbitrary: BROKEN },
  );
};

const BROKEN: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  anyText(40),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '__proto__',
    '-1',
    '1e999',
    '../../..',
    'https://user:pw@host/',
    '\ud800',
    'x'.repeat(3_000),
  ),
  fc.constantFrom(null, [], {}, -1, 1e308, true),
);

const rightValues = (schema: RequestSchema, draw: Draw): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map((option) => valuesOf(option, draw)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectsOf(schema, draw);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, draw), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case 'string':
      return textsOf(schema, draw);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1e9, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const objectsOf = (schema: RequestSchema, draw: Draw): fc.Arbitrary<unknown> => {
  const { properties = {}, required = [], additionalProperties: open } = schema;
  if (schema.properties === undefined && typeof open === 'object')
    return fc.dictionary(keysOf(schema), valuesOf(open, draw), { maxKeys: 3 });
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, inner]) => [key, valuesOf(inner, draw)]),
  );
  const whole = fc.record(model, { requiredKeys: [...required] });
  if (draw.brokenPercent === 0) return whole;
  const lacking = fc.record(model, { requiredKeys: [] });
  const more = fc.tuple(
    whole,
    fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
  );
  return fc.oneof(
    { weight: 100 - draw.brokenPercent, arbitrary: whole },
    { weight: draw.brokenPercent, arbitrary: lacking },
    { weight: draw.brokenPercent, arbitrary: more.map(([record, others]) => ({ ...record, ...others })) },
  );
};

const keysOf = ({ propertyNames = {} }: RequestSchema): fc.Arbitrary<string> =>
  textsOf({ maxLength: 20, ...propertyNames }, { knownTexts: [], brokenPercent: 0 }).filter(
    (key) => !['__proto__', 'constructor', 'prototype'].includes(key),
  );

// Creating one takes a hundred times as long as drawing from it, and most fields share a few patterns.
const matchingPatterns = new Map<string, fc.Arbitrary<string>>();

const matching = (pattern: string): fc.Arbitrary<string> => {
  const drawn = matchingPatterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  matchingPatterns.set(pattern, drawn);
  return drawn;
};

const ODD_CHARACTERS = fc.constantFrom('a', 'é', '漢', '😀');

/** The pattern of every free text: anything but a NUL. */
const ANY_TEXT = '^[^\\u0000]*$';

const textsOf = (schema: RequestSchema, { knownTexts }: Draw): fc.Arbitrary<string> => {
  const { pattern, format, minLength = 0, maxLength = 60 } = schema;
  if (format === 'date-time')
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString());
  // Characters are code points, so some take two units.
  if (pattern === ANY_TEXT)
    return fc.oneof(
      fc.string({ minLength, maxLength: Math.min(maxLength, 60) }),
      fc.string({
        unit: ODD_CHARACTERS,
        minLength,
        maxLength: Math.min(maxLength, 60),
      }),
      fc.constant('😀'.repeat(Math.min(maxLength, 2_000))),
    );
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, 60) });
  const expression = new RegExp(pattern);
  const fitting = knownTexts.filter((text) => expression.test(text));
  const drawn = matching(pattern);
  return fitting.length === 0 ? drawn : fc.oneof(fc.constantFrom(...fitting), drawn);
};
