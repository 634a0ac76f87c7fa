/**
 * What the MCP registry's schema of a `server.json` of 2025-12-11 demands of what is answered, in words of our own: members that are
 * required, their types, and the limits of texts.
 */
const text = (fields: object = {}) => ({ type: 'string', ...fields });
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});

const input = {
  description: text(),
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  value: text(),
  default: text(),
  placeholder: text(),
  choices: list(text()),
};

const withVariables = { ...input, variables: { type: 'object', additionalProperties: object(input) } };

const named = object({ ...withVariables, name: text() }, ['name']);

const argument = {
  anyOf: [
    {
      ...object({ ...withVariables, type: { const: 'positional' }, isRepeated: { type: 'boolean' } }, [
        'type',
      ]),
      anyOf: [{ required: ['valueHint'] }, { required: ['value'] }],
    },
    object({ ...withVariables, type: { const: 'named' }, name: text() }, ['type', 'name']),
  ],
};

const remote = object(
  {
    type: { enum: ['streamable-http', 'sse'] },
    url: text({ pattern: '^https?://[^\\s]+$' }),
    headers: list(named),
  },
  ['type', 'url'],
);

const packageSchema = object(
  {
    registryType: text(),
    registryBaseUrl: text({ format: 'uri' }),
    identifier: text(),
    version: text({ minLength: 1, not: { const: 'latest' } }),
    fileSha256: text({ pattern: '^[a-f0-9]{64}$' }),
    runtimeHint: text(),
    transport: { anyOf: [object({ type: { const: 'stdio' } }, ['type']), remote] },
    runtimeArguments: list(argument),
    packageArguments: list(argument),
    environmentVariables: list(named),
  },
  ['registryType', 'identifier', 'transport'],
);

export const SERVER_JSON_SCHEMA = object(
  {
    $schema: text({ format: 'uri' }),
    name: text({ minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' }),
    title: text({ minLength: 1, maxLength: 100 }),
    description: text({ minLength: 1, maxLength: 100 }),
    version: text({ maxLength: 255 }),
    websiteUrl: text({ format: 'uri' }),
    repository: object({ url: text({ format: 'uri' }), source: text(), id: text(), subfolder: text() }, [
      'url',
      'source',
    ]),
    packages: list(packageSchema),
    remotes: list(remote),
  },
  ['name', 'description', 'version'],
);
