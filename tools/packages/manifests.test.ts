import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const PACKAGES = new URL('../../packages/', import.meta.url);
const published = readdirSync(PACKAGES)
  .map((name) => JSON.parse(readFileSync(new URL(`${name}/package.json`, PACKAGES), 'utf8')) as Manifest)
  .filter((manifest) => manifest.private !== true);

describe('the published packages', () => {
  it('name every dependency by its exact version: what was tested is what is installed', () => {
    const ranges = published.flatMap(({ name, dependencies = {} }) =>
      Object.entries(dependencies)
        .filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
        .map(([dependency, version]) => `${name}: ${dependency} ${version}`),
    );
    expect([published.length, ranges]).to.deep.equal([11, []]);
  });
});
