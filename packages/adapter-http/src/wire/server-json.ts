import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import { textOf, WebAddress } from './fields.js';

/**
 * The published versions that are read. They differ in what govgate passes over; the first one wrote its members otherwise, and what a later
 * one means is not known.
 */
const READ_VERSIONS = ['2025-09-16', '2025-09-29', '2025-10-11', '2025-10-17', '2025-12-11'] as const;

const schemaOf = <const Version extends string>(version: Version) =>
  `https://static.modelcontextprotocol.io/schemas/${version}/server.schema.json` as const;

/** The version in which the registry answers. */
export const ANSWERED_SCHEMA = schemaOf('2025-12-11');

const Text = textOf(0, 1024);

const inputEntries = {
  description: v.optional(Text),
  format: v.optional(v.picklist(['string', 'number', 'boolean', 'filepath'])),
  isRequired: v.optional(v.boolean()),
  isSecret: v.optional(v.boolean()),
  value: v.optional(Text),
  default: v.optional(Text),
  placeholder: v.optional(Text),
  choices: v.optional(v.pipe(v.array(Text), v.maxLength(100))),
};

/** The name of a flag, a variable or a header. */
const InputName = v.pipe(v.string(), v.regex(/^[\w.@#$%+/-]{1,128}$/));

const withVariables = {
  ...inputEntries,
  variables: v.optional(v.pipe(v.record(InputName, v.object(inputEntries)), v.maxEntries(50))),
};

export const ServerJsonNamedInput = v.object({ ...withVariables, name: InputName });

const NamedInputs = v.pipe(v.array(ServerJsonNamedInput), v.maxLength(100));

export const ServerJsonArgument = v.variant('type', [
  v.object({
    ...withVariables,
    type: v.literal('positional'),
    valueHint: v.optional(textOf(1, 128)),
    isRepeated: v.optional(v.boolean()),
  }),
  v.object({
    ...withVariables,
    type: v.literal('named'),
    name: InputName,
    isRepeated: v.optional(v.boolean()),
  }),
]);

const Arguments = v.pipe(v.array(ServerJsonArgument), v.maxLength(100));

// Variables in braces are filled in by whoever installs it.
const TemplateAddress = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.regex(
    /^https?:\/\/[A-Za-z0-9._~%!$&'()*+,;=:@{}\x5b\]-]+([/?#][A-Za-z0-9._~%!$&'()*+,;=:@/?#{}\x5b\]-]*)?$/,
  ),
);

const remoteEntries = { url: TemplateAddress, headers: v.optional(NamedInputs) };

const remotes = [
  v.object({ type: v.literal('streamable-http'), ...remoteEntries }),
  v.object({ type: v.literal('sse'), ...remoteEntries }),
] as const;

const Transport = v.variant('type', [v.object({ type: v.literal('stdio') }), ...remotes]);

/** One that could be taken for an option of a command is none. */
const Identifier = v.pipe(v.string(), v.regex(/^[A-Za-z0-9@][!-~]{0,511}$/));

/** Not `latest`, and no range. */
const ExactVersion = v.pipe(v.string(), v.regex(/^(?!latest$)[A-Za-z0-9][A-Za-z0-9.+_-]{0,254}$/));

const Repository = v.object({
  url: WebAddress,
  source: textOf(1, 64),
  id: v.optional(textOf(0, 256)),
  subfolder: v.optional(textOf(0, 512)),
});

export const ServerJsonPackage = v.object({
  registryType: v.picklist(['npm', 'pypi', 'oci', 'nuget', 'mcpb']),
  registryBaseUrl: v.optional(WebAddress),
  identifier: Identifier,
  version: v.optional(ExactVersion),
  fileSha256: v.optional(v.pipe(v.string(), v.regex(/^[a-f0-9]{64}$/))),
  runtimeHint: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/))),
  transport: Transport,
  runtimeArguments: v.optional(Arguments),
  packageArguments: v.optional(Arguments),
  environmentVariables: v.optional(NamedInputs),
});

const EXAMPLE = {
  $schema: ANSWERED_SCHEMA,
  name: 'io.github.acme/weather',
  title: 'Weather',
  description: 'Forecasts for a place',
  version: '1.4.0',
  websiteUrl: 'https://weather.example/docs',
  packages: [
    {
      registryType: 'npm',
      identifier: '@acme/weather-mcp',
      version: '1.4.0',
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'WEATHER_API_KEY', isRequired: true, isSecret: true }],
    },
  ],
};

/**
 * A `server.json`, in its own spelling. Members that are not named here are passed over, its `_meta` among them; as it is kept, it has no
 * `$schema`, one remote at most, and no values of inputs that are secret.
 */
export const ServerJsonDocument = described(
  verbatim(
    v.object({
      $schema: v.optional(v.picklist(READ_VERSIONS.map(schemaOf))),
      name: v.pipe(
        v.string(),
        v.minLength(3),
        v.maxLength(200),
        v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      ),
      title: v.optional(textOf(1, 100)),
      description: textOf(1, 100),
      version: textOf(1, 255),
      websiteUrl: v.optional(WebAddress),
      repository: v.optional(Repository),
      packages: v.optional(v.pipe(v.array(ServerJsonPackage), v.maxLength(20))),
      remotes: v.optional(v.pipe(v.array(v.variant('type', remotes)), v.maxLength(20))),
    }),
  ),
  'A `server.json` of the MCP registry, in its own spelling.',
  EXAMPLE,
);
