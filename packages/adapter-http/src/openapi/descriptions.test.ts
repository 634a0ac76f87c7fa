import { expect } from 'chai';
import { openApiDocument } from '../operations/registry.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Property {
  readonly at: string;
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const document = openApiDocument() as unknown as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const propertiesIn = (value: unknown, at: string): readonly Property[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'example' || key === 'examples' || key === 'default') return [];
    if (key !== 'properties') return propertiesIn(inner, `${at}/${key}`);
    return Object.entries(inner as Record<string, Schema>).flatMap(([name, schema]) => [
      { at: `${at}/${name}`, name, schema, required: (value as Schema).required?.includes(name) === true },
      ...propertiesIn(schema, `${at}/${name}`),
    ]);
  });
};

const properties = propertiesIn(document, '');

const named = ({ $ref = '' }: Schema): Schema =>
  document.components.schemas[$ref.slice('#/components/schemas/'.length)] ?? {};

const sentenceOf = (schema: Schema): string | undefined => schema.description ?? named(schema).description;

const IDLE_WORDS = new Set(['the', 'a', 'an', 'of', 'its', 'this', 'it', 'is', 'id', 'identifies', 'names']);

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !IDLE_WORDS.has(word))
    .map((word) => word.replace(/s$/, ''));

const saysNoMore = (sentence: string, name: string): boolean =>
  wordsOf(sentence).every((word) => wordsOf(name).includes(word));

// A text, a choice, a list and an object are different things; null beside them is not.
const kindOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return kindOf(named(schema));
  const forms = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
  if (forms !== undefined) return [...new Set(forms.map(kindOf))].join(' or ');
  if (schema.enum !== undefined || schema.const !== undefined) return 'choice';
  if (schema.items !== undefined) return `list of ${kindOf(schema.items)}`;
  const [type = 'anything'] = [schema.type ?? []].flat();
  return type === 'integer' ? 'number' : type;
};

// A schema without keywords takes anything.
const takesNull = ({ type, anyOf = [], oneOf = [], ...rest }: Schema): boolean =>
  type === 'null' ||
  (Array.isArray(type) && type.includes('null')) ||
  [...anyOf, ...oneOf].some(takesNull) ||
  (type === undefined && Object.keys(rest).every((key) => key === 'description'));

describe('the descriptions of fields', () => {
  it('gives every field a sentence', () => {
    const silent = properties.filter(({ schema }) => sentenceOf(schema) === undefined).map(({ at }) => at);
    expect(silent).to.deep.equal([]);
  });

  it('says more than the name', () => {
    const empty = properties
      .filter(({ name, schema }) => saysNoMore(sentenceOf(schema) ?? '', name))
      .map(({ at, schema }) => `${at}: ${sentenceOf(schema)}`);
    expect(empty).to.deep.equal([]);
  });

  it('does not say the same of things of different kinds', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { name, schema } of properties) {
      const said = `${name}: ${sentenceOf(schema)}`;
      kinds.set(said, (kinds.get(said) ?? new Set()).add(kindOf(schema)));
    }
    const blurred = [...kinds].filter(([, found]) => found.size > 1).map(([said, found]) => [said, ...found]);
    expect(blurred).to.deep.equal([]);
  });

  it('speaks of null and of absence only where they can be', () => {
    const impossible = properties.filter(({ schema, required }) => {
      const sentence = sentenceOf(schema) ?? '';
      return (/\bnull\b/i.test(sentence) && !takesNull(schema)) || (/\babsent\b/i.test(sentence) && required);
    });
    expect(impossible.map(({ at, schema }) => `${at}: ${sentenceOf(schema)}`)).to.deep.equal([]);
  });

  it('gives a constant the value that it has', () => {
    const wrong = properties.flatMap(({ at, schema }) => {
      const [, said] = /^Always `?(\w+)`?/.exec(schema.description ?? '') ?? [];
      return said === undefined || schema.const === undefined || String(schema.const) === said ? [] : [at];
    });
    expect(wrong).to.deep.equal([]);
  });
});
