import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { makeProgram } from '../commands/program.js';
import { readSettings } from './read-settings.js';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const root = new URL('../../../../', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, root), 'utf8');

describe('compose.yaml', () => {
  // Merge keys (`<<`) belong to YAML 1.1, which Compose reads.
  const compose = load(textOf('compose.yaml'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as ComposeFile;
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { build }]) => build !== undefined);

  it('has a set of three, a queue, an API and a worker', () => {
    expect(Object.keys(compose.services).sort()).to.deep.equal([
      'api',
      'mongo-1',
      'mongo-2',
      'mongo-3',
      'mongo-init',
      'redis',
      'worker',
    ]);
  });

  it('names only existing settings, with values that they accept', () => {
    for (const [name, { environment = {} }] of ours) {
      const values = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [
          key,
          String(value).startsWith('${') ? 'example-token-0123456789-0123456789' : String(value),
        ]),
      );
      const read = readSettings(values);
      expect([name, read.ok ? [] : read.problems]).to.deep.equal([name, []]);
    }
  });

  it('runs existing commands', () => {
    const known = makeProgram().commands.map((command) => command.name());
    const words = ours.flatMap(([, { command = [] }]) => [command[0]]);
    expect(words.sort()).to.deep.equal(['serve', 'work']);
    expect(words.filter((word) => !known.includes(word ?? ''))).to.deep.equal([]);
  });

  it('pins every image by its exact version or digest, like the Dockerfile', () => {
    const bases = [...textOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
    const images = services.flatMap(([, { build, image = '' }]) => (build === undefined ? [image] : []));
    expect([bases.length, images.length]).to.deep.equal([2, 5]);
    const exact = /:\d+\.\d+\.\d+(-[a-z-]+)?$|@sha256:[0-9a-f]{64}$/;
    expect([...bases, ...images].filter((image) => !exact.test(image))).to.deep.equal([]);
  });

  it('refers only to services, secrets and volumes that it declares', () => {
    const dangling = services.flatMap(([name, { depends_on = {}, secrets = [], volumes = [] }]) => [
      ...Object.keys(depends_on).filter((other) => !(other in compose.services)),
      ...secrets.filter((secret) => !(secret in compose.secrets)),
      ...volumes
        .filter((volume) => !(`${volume.split(':')[0]}` in compose.volumes))
        .map((v) => `${name} ${v}`),
    ]);
    expect(dangling).to.deep.equal([]);
  });

  it('waits for services with a health check', () => {
    const waited = services.flatMap(([, { depends_on = {} }]) =>
      Object.entries(depends_on)
        .filter(([, { condition }]) => condition === 'service_healthy')
        .map(([other]) => other),
    );
    expect(waited.filter((other) => compose.services[other]?.healthcheck === undefined)).to.deep.equal([]);
  });

  it('names the same members of the set in the URL and at its creation', () => {
    const url = ours[0]?.[1].environment?.GOVGATE_MONGO_URL ?? '';
    const [, hosts = ''] =
      /^mongodb:\/\/govgate:\$\{MONGO_PASSWORD\}@([^/]+)\/govgate\?replicaSet=govgate&authSource=admin$/.exec(
        url,
      ) ?? [];
    const made = [...(compose.services['mongo-init']?.command?.[0] ?? '').matchAll(/host: '([^']+)'/g)];
    expect(hosts.split(',')).to.deep.equal(made.map(([, host]) => host));
  });

  it('asks for a password in MongoDB and in Redis, and has none of its own', () => {
    const { 'mongo-1': first, 'mongo-2': second, 'mongo-3': third, redis } = compose.services;
    for (const member of [first, second, third])
      expect(member?.command).to.include('--keyFile=/etc/mongo-key');
    expect(first?.environment?.MONGO_INITDB_ROOT_PASSWORD).to.match(/^\$\{MONGO_PASSWORD\}$/);
    expect(redis?.command?.join(' ')).to.contain('--requirepass "$$REDISCLI_AUTH"');
    for (const [, { environment }] of ours)
      expect(environment?.GOVGATE_REDIS_URL).to.match(/^redis:\/\/:\$\{REDIS_PASSWORD\}@redis:6379$/);
    const required = [...textOf('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect(required).to.deep.equal(['MONGO_PASSWORD', 'REDIS_PASSWORD', 'GOVGATE_ADMIN_TOKEN']);
  });
});
