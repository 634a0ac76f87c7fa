import schema from '../../../generated/policy-manifest.schema.json' with { type: 'json' };

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string;
}

/** A name that may stand in an object. */
export interface ManifestName {
  readonly name: string;
  readonly says: string | undefined;
}

/** What the policy language has at a path, by its published schema. */
export const manifestWords = (
  path: readonly string[],
): { readonly names: readonly ManifestName[]; readonly values: readonly unknown[] } => {
  const found = path.reduce<readonly Schema[]>(
    (schemas, name) => schemas.flatMap((one) => alternatives(one.properties?.[name])),
    alternatives(schema as Schema),
  );
  const names = found.flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([name, of]) => ({
      name,
      says: of === false ? undefined : of.description,
    })),
  );
  return {
    names: names.filter(({ name }, place) => names.findIndex((one) => one.name === name) === place),
    values: found.flatMap(valuesOf),
  };
};

/** A schema, its alternatives and those of its list's entries: each says what may stand at the place. */
const alternatives = (of: Schema | false | undefined): readonly Schema[] =>
  of === undefined || of === false
    ? []
    : [of, ...[of.items, ...(of.anyOf ?? []), ...(of.oneOf ?? [])].flatMap(alternatives)];

const valuesOf = ({ enum: words = [], const: only, type }: Schema): readonly unknown[] =>
  type === 'boolean' ? [true, false] : only === undefined ? words : [only];
