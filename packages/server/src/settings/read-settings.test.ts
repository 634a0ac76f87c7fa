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
      ratePerMinute: { reads: 600, writes: 120, delivery_tests: 10, evaluations: 600_000 },
      fourEyes: true,
      jwt: undefined,
      metricsPort: 0,
    });
  });

  it('reports every problem at once and repeats no value', () => {
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

  it('names each wrong value of every setting, and none of the right ones', () => {
    const wrong: Record<string, string> = {
      GOVGATE_PORT: '65536',
      GOVGATE_HOST: 'two words',
      GOVGATE_MONGO_URL: 'postgres://x',
      GOVGATE_REDIS_URL: 'http://x',
      GOVGATE_BOOTSTRAP_TENANT: '../umbra',
      GOVGATE_BOOTSTRAP_ENVIRONMENT: '.',
      GOVGATE_ADMIN_TOKEN: 'short',
      GOVGATE_JWT_ISSUER: 'https://issuer.example',
      GOVGATE_JWT_AUDIENCE: 'govgate',
      GOVGATE_JWT_JWKS: 'https://[::1',
      GOVGATE_AUDIT_RETENTION_DAYS: '6',
      GOVGATE_EGRESS_ALLOW: '10.0.0.0/99',
      GOVGATE_EGRESS_HTTP: '10.0.0.0/8,fd00::/129',
      GOVGATE_SECRET_ENV: 'acme/production:X,TOKEN',
      GOVGATE_LOG_LEVEL: 'loud',
      GOVGATE_METRICS_PORT: '1e3',
      GOVGATE_RATE_READS_PER_MINUTE: '-1',
      GOVGATE_RATE_WRITES_PER_MINUTE: '1000001',
      GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE: 'ten',
      GOVGATE_APPROVALS_FOUR_EYES: 'maybe',
    };
    const right = ['GOVGATE_JWT_ISSUER', 'GOVGATE_JWT_AUDIENCE'];
    expect(problemsOf(wrong).map((problem) => problem.split(' ')[0])).to.deep.equal(
      Object.keys(wrong).filter((name) => !right.includes(name)),
    );
  });

  it('requires the three of an issuer together, and another port for each listener', () => {
    expect(problemsOf({ GOVGATE_JWT_ISSUER: 'https://issuer.example' })).to.have.length(1);
    expect(problemsOf({ GOVGATE_PORT: '9000', GOVGATE_METRICS_PORT: '9000' })).to.have.length(1);
    expect(problemsOf({ GOVGATE_PORT: '0', GOVGATE_METRICS_PORT: '0' })).to.deep.equal([]);
    expect(problemsOf({ GOVGATE_EXT_AUTHZ_PORT: '8080' })).to.have.length(1);
    expect(problemsOf({ GOVGATE_EXT_AUTHZ_PORT: '9000', GOVGATE_METRICS_PORT: '9000' })).to.have.length(1);
    const signals = { GOVGATE_SSF_KEY_FILE: 'key.pem' };
    expect(problemsOf(signals)).to.have.length(1);
    expect(problemsOf({ ...signals, GOVGATE_PUBLIC_URL: 'https://govgate.example' })).to.deep.equal([]);
  });

  it('polls the signals of an issuer at an address that calls may go to, with a token in a file', () => {
    const issuer = {
      GOVGATE_JWT_ISSUER: 'https://sso.example',
      GOVGATE_JWT_AUDIENCE: 'govgate',
      GOVGATE_JWT_JWKS: 'https://sso.example/jwks',
    };
    const file = { GOVGATE_JWT_SIGNALS_TOKEN_FILE: '/run/token' };
    const at = (url: string) => ({ ...issuer, ...file, GOVGATE_JWT_SIGNALS_URL: url });
    const allowed = { GOVGATE_EGRESS_ALLOW: '127.0.0.0/8', GOVGATE_EGRESS_HTTP: '127.0.0.0/8' };
    const read = readSettings(at('https://sso.example/poll'));
    expect([
      problemsOf(at('https://sso.example/poll')),
      read.settings.jwt?.issuers[0]?.signals,
    ]).to.deep.equal([[], { url: 'https://sso.example/poll', tokenFile: '/run/token' }]);
    expect(problemsOf({ ...at('http://127.0.0.1:9000/poll'), ...allowed })).to.deep.equal([]);
    const wrong: readonly Record<string, string>[] = [
      at('http://127.0.0.1:9000/poll'),
      { ...at('http://10.0.0.1/poll'), ...allowed },
      at('https://10.0.0.1/poll'),
      at('http://sso.example/poll'),
      at('https://user:canary@sso.example/poll'),
      at('ftp://sso.example/poll'),
      at('/poll'),
      { ...issuer, ...file },
      { ...issuer, GOVGATE_JWT_SIGNALS_URL: 'https://sso.example/poll' },
      { ...file, GOVGATE_JWT_SIGNALS_URL: 'https://sso.example/poll' },
    ];
    for (const named of wrong) {
      const problems = problemsOf(named);
      expect(
        problems.map((one) => one.split(/[ ,]/)[0]),
        JSON.stringify(named),
      ).to.deep.equal(['GOVGATE_JWT_SIGNALS_URL']);
      expect(problems.join()).not.to.include('canary');
    }
    const inList = (more: object): readonly string[] => {
      const one = {
        issuer: 'https://a.example',
        audience: 'govgate',
        jwks: 'https://a.example/jwks',
        ...more,
      };
      return problemsOf({ GOVGATE_JWT_ISSUERS: JSON.stringify([one]) }).map(
        (text) => text.split(/[ ,]/)[0] ?? '',
      );
    };
    expect([
      inList({ signals_url: 'https://a.example/poll', signals_token_file: 'token' }),
      inList({ signals_url: 'https://a.example/poll' }),
      inList({ signals_token_file: 'token' }),
      inList({ signals_url: 'http://a.example/poll', signals_token_file: 'token' }),
    ]).to.deep.equal([[], ['GOVGATE_JWT_ISSUERS'], ['GOVGATE_JWT_ISSUERS'], ['GOVGATE_JWT_SIGNALS_URL']]);
  });

  it('signs in to the console at the issuer, over https or on this machine, and names each setting that does not match', () => {
    const jwt = { GOVGATE_JWT_AUDIENCE: 'govgate', GOVGATE_JWT_JWKS: 'https://sso.example/jwks' };
    const of = (more: Record<string, string>) => readSettings({ ...jwt, ...more }).settings.consoleOidc;
    const client = { GOVGATE_CONSOLE_OIDC_CLIENT_ID: 'console' };
    expect(of({ GOVGATE_JWT_ISSUER: 'https://sso.example', ...client })).to.deep.equal({
      issuer: 'https://sso.example',
      clientId: 'console',
      scope: 'openid',
    });
    expect(of({ GOVGATE_JWT_ISSUER: 'https://sso.example' })).to.equal(undefined);
    const elsewhere = {
      GOVGATE_JWT_ISSUER: 'acme',
      GOVGATE_CONSOLE_OIDC_ISSUER: 'http://127.0.0.1:9000/realm',
      GOVGATE_CONSOLE_OIDC_SCOPE: 'openid api',
      GOVGATE_CONSOLE_OIDC_RESOURCE: 'https://govgate.example',
      ...client,
    };
    expect([problemsOf({ ...jwt, ...elsewhere }), of(elsewhere)]).to.deep.equal([
      [],
      {
        issuer: 'http://127.0.0.1:9000/realm',
        clientId: 'console',
        scope: 'openid api',
        resource: 'https://govgate.example',
      },
    ]);
    for (const issuer of [
      'acme',
      'http://sso.example',
      'https://u:p@sso.example',
      'https://sso.example/?a',
      "https://sso.example/;script-src 'unsafe-inline'",
      'ftp://sso.example',
    ])
      expect(
        problemsOf({ ...jwt, GOVGATE_JWT_ISSUER: issuer, ...client }).map((one) => one.split(' ')[0]),
        issuer,
      ).to.deep.equal(['GOVGATE_JWT_ISSUER']);
    expect(
      problemsOf({
        GOVGATE_CONSOLE_OIDC_ISSUER: 'x',
        GOVGATE_CONSOLE_OIDC_SCOPE: 'profile',
        GOVGATE_CONSOLE_OIDC_RESOURCE: 'no uri',
        GOVGATE_CONSOLE_OIDC_CLIENT_ID: 'two words',
      }).map((one) => one.split(' ')[0]),
    ).to.deep.equal([
      'GOVGATE_CONSOLE_OIDC_CLIENT_ID',
      'GOVGATE_CONSOLE_OIDC_SCOPE',
      'GOVGATE_CONSOLE_OIDC_RESOURCE',
      'GOVGATE_CONSOLE_OIDC_ISSUER',
    ]);
    expect(problemsOf({ GOVGATE_CONSOLE_OIDC_SCOPE: 'openid' })).to.deep.equal([
      'GOVGATE_CONSOLE_OIDC_SCOPE belongs to GOVGATE_CONSOLE_OIDC_CLIENT_ID, which is not set',
    ]);
  });

  it('reads which variables references may resolve to: none unless they are listed', () => {
    expect(readSettings({}).settings.secretVariables).to.deep.equal([]);
    expect(
      readSettings({ GOVGATE_SECRET_ENV: 'acme/production:SIEM_TOKEN, */staging:HOOK' }).settings
        .secretVariables,
    ).to.deep.equal([
      { tenantId: 'acme', environmentId: 'production', name: 'SIEM_TOKEN' },
      { tenantId: '*', environmentId: 'staging', name: 'HOOK' },
    ]);
    expect(problemsOf({ GOVGATE_SECRET_ENV: '*/*:GOVGATE_ADMIN_TOKEN' })).to.have.length(1);
  });

  it('reads the public address without trailing slashes', () => {
    const addresses = ['https://a.example', 'https://a.example/', 'https://a.example/gate//'];
    const read = addresses.map((address) => readSettings({ GOVGATE_PUBLIC_URL: address }));
    expect(read.map((one) => one.ok && one.settings.publicUrl)).to.deep.equal([
      'https://a.example',
      'https://a.example',
      'https://a.example/gate',
    ]);
  });

  it('reads the proxy, the names that it may be asked for, and those that go around it', () => {
    const read = readSettings({
      GOVGATE_HTTPS_PROXY: 'http://user:pa%40ss@proxy.corp:3128',
      GOVGATE_HTTPS_PROXY_HOSTS: 'siem.example.com, *.hooks.example',
      NO_PROXY: 'localhost,.corp',
    });
    if (!read.ok) throw new Error(read.problems.join());
    const { httpsProxy, httpsProxyHosts, noProxy } = read.settings;
    expect([httpsProxy?.reveal().host, httpsProxyHosts, noProxy]).to.deep.equal([
      'proxy.corp:3128',
      ['siem.example.com', '*.hooks.example'],
      ['localhost', '.corp'],
    ]);
    for (const proxy of ['https://proxy', 'socks5://proxy', 'proxy:3128', 'http://proxy/path'])
      expect(problemsOf({ GOVGATE_HTTPS_PROXY: proxy })).to.have.length(1);
    for (const hosts of ['*', '*.', 'https://a.example', 'a/b', '10.0.0.0/8'])
      expect(problemsOf({ GOVGATE_HTTPS_PROXY_HOSTS: hosts }), hosts).to.have.length(1);
  });

  it('prints no secret', () => {
    const read = readSettings({
      GOVGATE_HTTPS_PROXY: 'http://user:hidden@proxy.corp:3128',
      GOVGATE_ADMIN_TOKEN: 'x'.repeat(40),
      GOVGATE_MONGO_URL: 'mongodb://u:hidden@localhost/',
    });
    expect(JSON.stringify(read)).not.to.match(/xxxx|hidden/);
  });
});
