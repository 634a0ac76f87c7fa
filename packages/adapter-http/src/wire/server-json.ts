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
  description: described(v.optional(Text), 'What the input is for.', 'The key of the weather service'),
  format: described(
    v.optional(v.picklist(['string', 'number', 'boolean', 'filepath'])),
    'What kind of value it takes.',
  ),
  isRequired: described(v.optional(v.boolean()), 'Whether it must be set.'),
  isSecret: described(v.optional(v.boolean()), 'Whether its value is secret; none is kept then.'),
  value: described(
    v.optional(Text),
    'What it is set to, for everybody; names in braces are filled in.',
    'celsius',
  ),
  default: described(v.optional(Text), 'What it is where nobody sets it.', 'celsius'),
  placeholder: described(v.optional(Text), 'An example that a form may show.', 'celsius'),
  choices: described(
    v.optional(v.pipe(v.array(Text), v.maxLength(100))),
    'The values that it may be set to.',
    ['celsius', 'fahrenheit'],
  ),
};

/** The name of a flag, a variable or a header. */
const InputName = v.pipe(v.string(), v.regex(/^[\w.@#$%+/-]{1,128}$/));

const withVariables = {
  ...inputEntries,
  variables: described(
    v.optional(v.pipe(v.record(InputName, v.object(inputEntries)), v.maxEntries(50))),
    'The names in braces of its value.',
  ),
};

export const ServerJsonNamedInput = v.object({
  ...withVariables,
  name: described(InputName, 'The variable of the environment, or the header.', 'WEATHER_API_KEY'),
});

const NamedInputs = v.pipe(v.array(ServerJsonNamedInput), v.maxLength(100));

const isRepeated = described(v.optional(v.boolean()), 'Whether it may be given several times.');

export const ServerJsonArgument = v.variant('type', [
  v.object({
    ...withVariables,
    type: described(v.literal('positional'), 'A word of the command line.'),
    valueHint: described(v.optional(textOf(1, 128)), 'What the argument means.', 'directory'),
    isRepeated,
  }),
  v.object({
    ...withVariables,
    type: described(v.literal('named'), 'A flag with its value.'),
    name: described(InputName, 'The flag, with its dashes.', '--units'),
    isRepeated,
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

const remoteEntries = {
  url: described(
    TemplateAddress,
    'The address; names in braces are filled in by whoever installs it.',
    'https://weather.example/mcp',
  ),
  headers: described(v.optional(NamedInputs), 'The headers that calls carry.'),
};

const remotes = [
  v.object({ type: described(v.literal('streamable-http'), 'Streamable HTTP.'), ...remoteEntries }),
  v.object({
    type: described(v.literal('sse'), 'HTTP with server-sent events, as it was before.'),
    ...remoteEntries,
  }),
] as const;

const Transport = v.variant('type', [
  v.object({ type: described(v.literal('stdio'), 'Standard input and output of its process.') }),
  ...remotes,
]);

/** One that could be taken for an option of a command is none. */
const Identifier = v.pipe(v.string(), v.regex(/^[A-Za-z0-9@][!-~]{0,511}$/));

/** No range. */
const ExactVersion = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,254}$/));

const Repository = v.object({
  url: described(WebAddress, 'Where the source code is.', 'https://github.com/acme/weather'),
  source: described(textOf(1, 64), 'The service that hosts it.', 'github'),
  id: described(v.optional(textOf(0, 256)), 'What that service knows it by.', '1334461127'),
  subfolder: described(v.optional(textOf(0, 512)), 'The folder of the server in it.', 'packages/weather'),
});

export const ServerJsonPackage = v.object({
  registryType: described(
    v.picklist(['npm', 'pypi', 'oci', 'nuget', 'mcpb']),
    'The kind of registry that has the package.',
  ),
  registryBaseUrl: described(
    v.optional(WebAddress),
    'The base URL of the registry that has the package.',
    'https://packages.example',
  ),
  identifier: described(
    Identifier,
    'The package, the image with its tag or digest, or the address of the bundle.',
    '@acme/weather-mcp',
  ),
  version: described(v.optional(ExactVersion), 'Exactly one version of the package.', '1.4.0'),
  fileSha256: described(
    v.optional(v.pipe(v.string(), v.regex(/^[a-f0-9]{64}$/))),
    'SHA-256 of the file; required of bundles.',
  ),
  runtimeHint: described(
    v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/))),
    'The command that runs it.',
    'npx',
  ),
  transport: described(Transport, 'How the running package is reached.'),
  runtimeArguments: described(v.optional(Arguments), 'Arguments of that command.'),
  packageArguments: described(v.optional(Arguments), 'Arguments of the package itself.'),
  environmentVariables: described(v.optional(NamedInputs), 'What is set before the running package sees it.'),
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
      $schema: described(v.optional(v.picklist(READ_VERSIONS.map(schemaOf))), 'The version of the format.'),
      name: described(
        v.pipe(v.string(), v.minLength(3), v.maxLength(200), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
        'The name under which the registry of the environment has the server.',
        'io.github.acme/weather',
      ),
      title: described(v.optional(textOf(1, 100)), 'What people call the server.', 'Weather'),
      description: described(
        textOf(1, 100),
        'What the server does. Untrusted text.',
        'Forecasts for a place',
      ),
      version: described(textOf(1, 255), 'Which version of the server it describes.', '1.4.0'),
      websiteUrl: described(
        v.optional(WebAddress),
        'Where people read about it.',
        'https://weather.example/docs',
      ),
      repository: described(v.optional(Repository), 'Where its source is.'),
      packages: described(
        v.optional(v.pipe(v.array(ServerJsonPackage), v.maxLength(20))),
        'How it is installed. Inputs that are secret have names and no values.',
      ),
      remotes: described(
        v.optional(v.pipe(v.array(v.variant('type', remotes)), v.maxLength(20))),
        'Where it is reached. The one that gives the endpoint is kept.',
      ),
    }),
  ),
  'A `server.json` of the MCP registry, in its own spelling.',
  EXAMPLE,
);
