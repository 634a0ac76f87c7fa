import type { ServerJsonPackage } from '@govgate/domain/internal';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { runCommand } from './run-command.js';

const command = (fields: Partial<ServerJsonPackage>) =>
  runCommand({
    registryType: 'npm',
    identifier: '@acme/weather',
    version: '1.4.0',
    transport: { type: 'stdio' },
    ...fields,
  } as ServerJsonPackage)?.join(' ');

const MODE = [{ type: 'named', name: '--mode', value: 'local' }] as const;

describe('the command that runs a package', () => {
  it('is that of its registry, with the exact version', () => {
    expect(command({})).to.equal('npx -y @acme/weather@1.4.0');
    expect(command({ registryType: 'pypi', identifier: 'weather-mcp' })).to.equal('uvx weather-mcp@1.4.0');
    expect(command({ registryType: 'nuget', identifier: 'Acme.Weather' })).to.equal('dnx Acme.Weather@1.4.0');
    const image = { registryType: 'oci', identifier: 'ghcr.io/acme/weather:1.4.0' } as const;
    expect(command(image)).to.equal('docker run -i --rm ghcr.io/acme/weather:1.4.0');
  });

  it('passes on fixed arguments and the names of variables, and leaves optional arguments out', () => {
    const packageArguments = [...MODE, { type: 'positional', valueHint: 'place', default: 'here' }] as const;
    expect(command({ packageArguments })).to.equal('npx -y @acme/weather@1.4.0 --mode local');
    expect(command({ registryType: 'nuget', packageArguments })).to.equal(
      'dnx @acme/weather@1.4.0 -- --mode local',
    );
    expect(command({ runtimeArguments: [{ type: 'positional', value: '--yes' }] })).to.equal(
      'npx --yes @acme/weather@1.4.0',
    );
    const environmentVariables = [{ name: 'WEATHER_API_KEY', isSecret: true }];
    expect(command({ registryType: 'oci', identifier: 'weather:1', environmentVariables })).to.equal(
      'docker run -i --rm -e WEATHER_API_KEY weather:1',
    );
  });

  it('is none where it is not the same for everybody', () => {
    const required = { type: 'positional', valueHint: 'dir', isRequired: true } as const;
    for (const fields of [
      { packageArguments: [required] },
      { packageArguments: [{ ...required, isRequired: false, value: '{dir}' }] },
      { runtimeArguments: [required] },
      { runtimeHint: 'bash' },
      { registryType: 'mcpb' },
      { transport: { type: 'streamable-http', url: 'http://127.0.0.1:8080/mcp' } },
    ] satisfies Partial<ServerJsonPackage>[])
      expect(command(fields)).to.equal(undefined);
  });
});
