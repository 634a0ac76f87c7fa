import { expect } from 'chai';
import { readSettings } from './read-settings.js';

const problemsOf = (values: Record<string, string>): readonly string[] => {
  const read = readSettings(values);
  return read.ok ? [] : read.problems;
};

describe('settings', () => {
  it('has sensible defaults', () => {
    const read = readSettings({});
    if (!read.ok) throw new Error(read.problems.join());
    const { port, host, dataFolder, bootstrapTenant, ratePerMinute, fourEyes, jwt, metricsPort } =
      read.settings;
    expect({
      port,
      host,
      dataFolder,
      bootstrapTenant,
      ratePerMinute,
      fourEyes,
      jwt,
      metricsPort,
    }).to.deep.equal({
      port: 8080,
      host: '127.0.0.1',
      dataFolder: './.govgate',
      bootstrapTenant: 'default',
      ratePerMinute: { reads: 600, writes: 120, delivery_tests: 10 },
      fourEyes: true,
      jwt: undefined,
      metricsPort: 0,
    });
  });

  it('tells every problem at once and repeats no value', () => {
    const problems = problemsOf({
      GOVGATE_PORT: '70000',
      GOVGATE_ADMIN_TOKEN: 'too-short',
      GOVGATE_REDIS_URL: 'http://secret-host',
      GOVGATE_EGRESS_HTTP: '10.0.0.0',
      GOVGATE_BOOTSTRAP_TENANT: 'no spaces',
      GOVGATE_UNHEARD_OF: '1',
    });
    expect(new Set(problems.map((problem) => problem.split(' ')[0]))).to.deep.equal(
      new Set([
        'GOVGATE_PORT',
        'GOVGATE_ADMIN_TOKEN',
        'GOVGATE_REDIS_URL',
        'GOVGATE_EGRESS_HTTP',
        'GOVGATE_BOOTSTRAP_TENANT',
        'GOVGATE_UNHEARD_OF',
      ]),
    );
    expect(problems.join('\n')).not.to.match(/70000|too-short|secret-host|no spaces/);
  });

  it('keeps the server keys out of the folders that deliveries may read', () => {
    const folders = { GOVGATE_SECRETS_DIR: '/run/secrets' };
    expect(problemsOf({ ...folders, GOVGATE_KEYS_FILE: '/run/secrets/keys.json' })).to.have.length(1);
    expect(problemsOf({ ...folders, GOVGATE_KEYS_FILE: '/etc/govgate/keys.json' })).to.deep.equal([]);
  });

  it('prints no secret that it holds', () => {
    const read = readSettings({
      GOVGATE_ADMIN_TOKEN: 'x'.repeat(40),
      GOVGATE_MONGO_URL: 'mongodb://u:hidden@localhost/',
    });
    expect(JSON.stringify(read)).not.to.match(/xxxx|hidden/);
  });
});
