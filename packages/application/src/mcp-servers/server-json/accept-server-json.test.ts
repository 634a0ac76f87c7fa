import type { ServerJson, ServerJsonPackage } from '@govgate/domain/internal';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { acceptServerJson, type GivenServerJson } from './accept-server-json.js';

const NPM: ServerJsonPackage = {
  registryType: 'npm',
  identifier: '@acme/weather-mcp',
  version: '1.4.0',
  transport: { type: 'stdio' },
};

const given = (fields: Partial<GivenServerJson> = {}): GivenServerJson => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: 'io.github.acme/weather',
  description: 'Forecasts for a place',
  version: '1.4.0',
  ...fields,
});

const accepted = (fields: Partial<ServerJson>, endpoint?: string) => {
  const result = acceptServerJson(given(fields), endpoint);
  if (!result.ok) throw new Error(`refused: ${result.refusal.reasonCode} ${result.refusal.field}`);
  return result.value;
};

const refused = (fields: Partial<ServerJson>, endpoint?: string) => {
  const result = acceptServerJson(given(fields), endpoint);
  return result.ok ? 'accepted' : [result.refusal.reasonCode, result.refusal.field];
};

const withPackage = (fields: Partial<ServerJsonPackage>): Partial<ServerJson> => ({
  packages: [{ ...NPM, ...fields } as ServerJsonPackage],
});

const HTTP = { type: 'streamable-http', url: 'https://weather.example/mcp' } as const;
const SSE = { type: 'sse', url: 'https://weather.example/sse' } as const;
const TEMPLATE = { type: 'streamable-http', url: 'https://{region}.weather.example/mcp' } as const;

describe('a server.json', () => {
  it('is kept without the version of its format', () => {
    const { $schema: _, ...rest } = given({ packages: [NPM] });
    expect(accepted({ packages: [NPM] })).to.deep.equal({ serverJson: rest, endpoint: undefined });
  });

  it('gives the endpoint by its first remote without variables, and keeps that one alone', () => {
    const { endpoint, serverJson } = accepted({ remotes: [TEMPLATE, SSE, HTTP] });
    expect([endpoint, serverJson.remotes]).to.deep.equal([HTTP.url, [HTTP]]);
    expect(accepted({ remotes: [SSE] }).endpoint).to.equal(SSE.url);
  });

  it('keeps the remote of the endpoint that is given beside it, or none', () => {
    expect(accepted({ remotes: [HTTP, SSE] }, SSE.url).serverJson.remotes).to.deep.equal([SSE]);
    const other = accepted({ remotes: [TEMPLATE] }, 'https://eu.weather.example/mcp');
    expect([other.endpoint, other.serverJson.remotes]).to.deep.equal([
      'https://eu.weather.example/mcp',
      undefined,
    ]);
  });

  it('keeps the names of inputs that are secret and nothing that they are set to', () => {
    const secret = {
      isSecret: true,
      isRequired: true,
      value: 'Bearer {key}',
      default: 'x',
      placeholder: 'sk-…',
      choices: ['a'],
      variables: { key: { isSecret: true, default: 'x' } },
    };
    const bare = { isSecret: true, isRequired: true };
    const { serverJson } = accepted({
      remotes: [{ ...HTTP, headers: [{ name: 'Authorization', ...secret }] }],
      ...withPackage({
        environmentVariables: [
          { name: 'WEATHER_API_KEY', ...secret },
          { name: 'UNITS', default: 'celsius' },
          {
            name: 'URL',
            value: '{host}/v1',
            variables: { host: { ...secret, variables: undefined } as never },
          },
        ],
        packageArguments: [{ type: 'positional', valueHint: 'key', ...secret }],
        runtimeArguments: [{ type: 'named', name: '--key', ...secret }],
      }),
    });
    expect(serverJson.remotes?.[0]?.headers).to.deep.equal([{ name: 'Authorization', ...bare }]);
    const [one] = serverJson.packages ?? [];
    expect(one?.environmentVariables).to.deep.equal([
      { name: 'WEATHER_API_KEY', ...bare },
      { name: 'UNITS', default: 'celsius' },
      { name: 'URL', value: '{host}/v1', variables: { host: bare } },
    ]);
    expect(one?.packageArguments).to.deep.equal([{ type: 'positional', valueHint: 'key', ...bare }]);
    expect(one?.runtimeArguments).to.deep.equal([{ type: 'named', name: '--key', ...bare }]);
  });

  it('may ask for a credential by a name in braces', () => {
    const headers = [{ name: 'Authorization', value: 'Bearer {api_key}' }];
    expect(accepted({ remotes: [{ ...HTTP, headers }] }).serverJson.remotes?.[0]?.headers).to.deep.equal(
      headers,
    );
  });

  const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
  const PLAIN = 'k3yW1thN0Shape77';

  for (const [what, fields, refusal] of [
    ['a token in its description', { description: `Use ${TOKEN}`, packages: [NPM] }, 'description'],
    [
      'a user in an address',
      { repository: { url: 'https://u:p4ssw0rd@git.example/a', source: 'git' }, packages: [NPM] },
      'repository.url',
    ],
    [
      'a credential in an address',
      { remotes: [{ ...HTTP, url: `${HTTP.url}?token=${PLAIN}` }] },
      'remotes.0.url',
    ],
    [
      'a header with a credential',
      { remotes: [{ ...HTTP, headers: [{ name: 'X-Api-Key', value: PLAIN }] }] },
      'remotes.0.headers.0.value',
    ],
    [
      'a variable with one by default',
      withPackage({ environmentVariables: [{ name: 'API_KEY', default: PLAIN }] }),
      'packages.0.environmentVariables.0.default',
    ],
    [
      'a choice of credentials',
      withPackage({ environmentVariables: [{ name: 'API_KEY', choices: ['a', TOKEN] }] }),
      'packages.0.environmentVariables.0.choices.1',
    ],
    [
      'an argument with one',
      withPackage({ packageArguments: [{ type: 'positional', value: TOKEN }] }),
      'packages.0.packageArguments.0.value',
    ],
    [
      'a variable of a template with one',
      withPackage({
        environmentVariables: [
          { name: 'URL', value: '{api_key}', variables: { api_key: { default: PLAIN } } },
        ],
      }),
      'packages.0.environmentVariables.0.variables.api_key.default',
    ],
  ] as const)
    it(`is refused with ${what}`, () => {
      expect(refused(fields as Partial<ServerJson>)).to.deep.equal([
        'forbidden_material',
        `manifest.server_json.${refusal}`,
      ]);
    });

  for (const [what, fields, field] of [
    ['a name of the registry itself', { name: 'io.govgate.umbra/srv_crm', packages: [NPM] }, 'name'],
    ['the same in capitals', { name: 'IO.GovGate.umbra/srv_crm', packages: [NPM] }, 'name'],
    ['neither a package nor a remote', {}, 'remotes'],
    ['only remotes with variables', { remotes: [TEMPLATE] }, 'remotes'],
    ['a package of any version', withPackage({ version: undefined }), 'packages.0.version'],
    ['the latest version of a package', withPackage({ version: 'latest' }), 'packages.0.version'],
    [
      'an image without a tag',
      withPackage({ registryType: 'oci', identifier: 'ghcr.io/acme/weather' }),
      'packages.0.identifier',
    ],
    [
      'the latest image',
      withPackage({ registryType: 'oci', identifier: 'ghcr.io/acme/weather:latest' }),
      'packages.0.identifier',
    ],
    [
      'a port for a tag',
      withPackage({ registryType: 'oci', identifier: 'registry.example:5000/weather' }),
      'packages.0.identifier',
    ],
    [
      'a bundle without its hash',
      withPackage({ registryType: 'mcpb', identifier: 'https://a.example/b.mcpb' }),
      'packages.0.fileSha256',
    ],
    [
      'a secret argument without a name',
      withPackage({ packageArguments: [{ type: 'positional', value: 'x', isSecret: true }] }),
      'packages.0.packageArguments.0.valueHint',
    ],
  ] as const)
    it(`is refused with ${what}`, () => {
      expect(refused(fields as Partial<ServerJson>)).to.deep.equal([
        'invalid_request',
        `manifest.server_json.${field}`,
      ]);
    });

  it('is refused beyond 65,536 characters', () => {
    const choices = Array.from({ length: 70 }, () => 'x'.repeat(1_000));
    expect(refused(withPackage({ environmentVariables: [{ name: 'A', choices }] }))).to.deep.equal([
      'limit_exceeded',
      'manifest.server_json',
    ]);
  });
});
