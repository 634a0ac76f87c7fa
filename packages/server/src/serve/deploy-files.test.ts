import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allOperations } from '@govgate/adapter-http';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { readSettings } from '../settings/read-settings.js';
import { SETTINGS } from '../settings/settings-table.js';
import { version } from '../system/version.js';
import { startTestService } from '../testing/test-service.js';
import { makeCounts } from './counts.js';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const CHART = join(DEPLOY, 'helm/govgate');
const textOf = (...path: readonly string[]): string => readFileSync(join(DEPLOY, ...path), 'utf8');

/** Whether a program is installed; if not, the run says what it leaves out. */
const isHere = (program: string, does: string): boolean => {
  const here = spawnSync(program, ['--help']).error === undefined;
  if (!here) console.log(`    (${program} is not here: ${does} is not part of this run)`);
  return here;
};

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const RULES = (load(textOf('prometheus/govgate-alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules);
const PANELS = (JSON.parse(textOf('grafana/govgate.json')) as Dashboard).panels;
const EXPRESSIONS = [
  ...RULES.map(({ alert, expr }) => [alert, expr] as const),
  ...PANELS.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

describe('the alerts and the dashboard', () => {
  /** Every series that the service exposes, with the labels of its own. */
  const exposed = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const service = await startTestService();
    try {
      const registry = await makeCounts().open(service.ports);
      const metrics = registry.getMetricsAsArray() as unknown as readonly {
        readonly name: string;
        readonly type: string;
        readonly labelNames?: readonly string[];
      }[];
      return new Map(
        metrics.flatMap(({ name, type, labelNames = [] }) =>
          (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(
            (suffix) => [name + suffix, [...labelNames, 'le']] as const,
          ),
        ),
      );
    } finally {
      await service.stop();
    }
  };

  it('query series and labels that the service really exposes', async () => {
    const known = await exposed();
    for (const [what, expr] of EXPRESSIONS) {
      const series = [...expr.matchAll(/\b((?:govgate|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)];
      expect(series.length + Number(/\bup\{/.test(expr)), what).to.be.greaterThan(0);
      for (const [, name = '', labels = ''] of series) {
        expect([...known.keys()], what).to.include(name);
        const requests = [...labels.matchAll(/([a-z_]+)(?:=|!)/g)].map(([, label]) => label);
        const own = [...(known.get(name) ?? []), 'job', 'instance'];
        expect(
          requests.filter((label) => !own.includes(label ?? '')),
          `${what}: ${name}`,
        ).to.deep.equal([]);
      }
      // Prometheus adds these two to each series itself, and renames a series' own.
      expect(series.flatMap(([, name = '']) => known.get(name) ?? [])).not.to.include.members(['job']);
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
        labels.split(/, */),
      );
      const all = series.flatMap(([, name = '']) => known.get(name) ?? []);
      expect(
        grouped.filter((label) => !all.includes(label)),
        what,
      ).to.deep.equal([]);
    }
  });

  it('name existing operations', () => {
    const known = ['none', ...allOperations.map(({ id }) => id as string)];
    const named = EXPRESSIONS.flatMap(([, expr]) =>
      [...expr.matchAll(/operation!?[=~]+"([^"]*)"/g)].flatMap(([, names = '']) => names.split('|')),
    );
    expect(named).to.include('readRevocations');
    expect(named.filter((name) => !known.includes(name))).to.deep.equal([]);
  });

  if (isHere('promtool', 'what Prometheus itself says of the rules'))
    it('are valid rules for Prometheus', () => {
      const ran = spawnSync('promtool', ['check', 'rules', join(DEPLOY, 'prometheus/govgate-alerts.yaml')]);
      expect(ran.status, String(ran.stderr)).to.equal(0);
    });
});

/** Those that templates make of other values, or that the image sets. */
const OWN_SETTINGS = [
  'GOVGATE_ADMIN_TOKEN',
  'GOVGATE_MONGO_URL',
  'GOVGATE_REDIS_URL',
  'GOVGATE_KEYS_FILE',
  'GOVGATE_DATA',
  'GOVGATE_HOST',
  'GOVGATE_PORT',
  'GOVGATE_EXT_AUTHZ_PORT',
  'GOVGATE_METRICS_PORT',
  'GOVGATE_DRAIN_SECONDS',
];

describe('the Helm chart', () => {
  const values = load(textOf('helm/govgate/values.yaml')) as Record<string, never>;
  const schema = JSON.parse(textOf('helm/govgate/values.schema.json'));
  const fits = new Ajv({ allowUnionTypes: true }).compile(schema);
  const templates = readdirSync(join(CHART, 'templates'))
    .map((file) => textOf('helm/govgate/templates', file))
    .join('\n');
  const at = (path: string): unknown =>
    path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);

  it('has values that match its schema, which rejects a wrong one', () => {
    expect(fits(values), JSON.stringify(fits.errors)).to.equal(true);
    const wrong: Record<string, unknown>[] = [
      { ...values, replicas: 2 },
      { ...values, settings: { GOVGATE_ADMIN_TOKEN: 'in the values' } },
      { ...values, settings: { LOG_LEVEL: 'info' } },
      { ...values, metrics: { port: 8080 } },
      { ...values, persistence: { size: '5 GB', storageClass: '' } },
      // Helm reads 0123 as 83.
      { ...values, settings: { GOVGATE_BOOTSTRAP_TENANT: 83 } },
      { ...values, settings: { GOVGATE_RATE_READS_PER_MINUTE: 0.5 } },
      { ...values, extraEnv: { NAME: 'a map' } },
    ];
    expect(wrong.map((one) => fits(one))).to.deep.equal(wrong.map(() => false));
  });

  it('uses only existing values, and every one of them', () => {
    const requests = new Set(
      [...templates.matchAll(/\.Values\.([A-Za-z.]+[A-Za-z])/g)].map(([, path = '']) => path),
    );
    expect([...requests].filter((path) => at(path) === undefined)).to.deep.equal([]);
    const groups = new Set([...requests].map((path) => path.split('.')[0]));
    expect(Object.keys(values).filter((name) => !groups.has(name))).to.deep.equal([]);
  });

  it('takes every setting that it does not set itself, in the kinds of value that the setting has', () => {
    const kindOf = (accepts: (text: string) => unknown): string => {
      if (accepts('x') !== undefined) return 'text';
      if (typeof accepts('true') === 'boolean') return 'flag';
      return typeof accepts('7') === 'number' ? 'number' : 'text';
    };
    const wanted = Object.values(SETTINGS)
      .filter(({ name }) => !OWN_SETTINGS.includes(name))
      .map(({ name, schema }) => {
        const accepts = (text: string): unknown => {
          const read = v.safeParse(schema as v.GenericSchema<unknown>, text);
          return read.success ? read.output : undefined;
        };
        return [name, { $ref: `#/definitions/${kindOf(accepts)}` }];
      });
    expect(schema.properties.settings.properties).to.deep.equal(Object.fromEntries(wanted));
  });

  it('sets only existing settings, with values that they accept', () => {
    const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
    const named = [...templates.matchAll(/GOVGATE_[A-Z_]+/g)].map(([name]) => name);
    expect(named.filter((name) => !known.has(name))).to.deep.equal([]);
    const read = readSettings({
      GOVGATE_HOST: '0.0.0.0',
      GOVGATE_PORT: '8080',
      GOVGATE_EXT_AUTHZ_PORT: String(at('extAuthz.port')),
      GOVGATE_METRICS_PORT: String(at('metrics.port')),
    });
    expect(read.ok).to.equal(true);
  });

  it('has the version of the service', () => {
    const { version: own, appVersion } = load(textOf('helm/govgate/Chart.yaml')) as Record<string, string>;
    expect([own, appVersion]).to.deep.equal([version(), version()]);
  });
});
