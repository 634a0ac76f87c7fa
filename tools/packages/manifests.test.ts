import { readdirSync, readFileSync } from 'node:fs';
import * as inProcess from '@govgate/worker/in-process';
import * as probes from '@govgate/worker/probes';
import * as redis from '@govgate/worker/redis';
import * as startChecks from '@govgate/worker/start-checks';
import { expect } from 'chai';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const PACKAGES = new URL('../../packages/', import.meta.url);
const readmeOf = (name: string): string => readFileSync(new URL(`${name}/README.md`, PACKAGES), 'utf8');

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

  it('say in their readme what they export', () => {
    const entries = { inProcess, redis, probes, startChecks };
    const worker = readmeOf('worker');
    const untold = Object.values(entries).flatMap((entry) =>
      Object.keys(entry).filter((name) => !worker.includes(`\`${name}\``)),
    );
    expect(untold).to.deep.equal([]);
    const source = ['index.ts', 'gateway/index.ts']
      .map((entry) => readFileSync(new URL(`domain/src/${entry}`, PACKAGES), 'utf8'))
      .join('\n');
    const named = [...readmeOf('domain').matchAll(/`(\w*[A-Z]\w*)`/g)].map(([, name = '']) => name);
    expect(named).to.include('MAX_FEED_AGE_SECONDS');
    const absent = named.filter((name) => !new RegExp(`\\b${name}\\b`).test(source));
    expect(absent).to.deep.equal(['TextEncoder']);
  });
});
