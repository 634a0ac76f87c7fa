import { expect } from 'chai';
import { readSettings } from '../settings/read-settings.js';
import { startTestService } from '../testing/test-service.js';
import { makeCounts } from './counts.js';
import { signalPolling } from './signal-polling.js';

const ISSUER = 'https://sso.example';
const SETTINGS = {
  GOVGATE_JWT_ISSUER: ISSUER,
  GOVGATE_JWT_AUDIENCE: 'govgate',
  GOVGATE_JWT_JWKS: 'https://sso.example/jwks',
  GOVGATE_JWT_SIGNALS_URL: 'https://sso.example/poll',
  GOVGATE_JWT_SIGNALS_TOKEN_FILE: '/run/govgate/signals-token',
};

describe('the polling of signals', () => {
  it('is of the issuers that say where', () => {
    const pushing = {
      issuer: 'https://pushing.example',
      audience: 'govgate',
      jwks: 'https://p.example/jwks',
    };
    const polled = {
      ...pushing,
      issuer: 'https://other.example',
      signals_url: 'https://other.example/poll',
      signals_token_file: 'token',
    };
    const { settings } = readSettings({
      ...SETTINGS,
      GOVGATE_JWT_ISSUERS: JSON.stringify([pushing, polled]),
    });
    const log = { request: () => {}, failure: () => {}, warn: () => {}, info: () => {}, flush: () => {} };
    expect(signalPolling({ settings, log, counts: makeCounts() }).sources).to.deep.equal([
      { issuer: ISSUER, url: 'https://sso.example/poll', tokenFile: '/run/govgate/signals-token' },
      { issuer: 'https://other.example', url: 'https://other.example/poll', tokenFile: 'token' },
    ]);
  });

  it('is logged when its outcome changes, and counted each time', async () => {
    const lines: unknown[] = [];
    const log = {
      request: () => undefined,
      flush: () => undefined,
      failure: (_: string, cause: unknown, about: object = {}) => void lines.push(['failure', cause, about]),
      warn: (_: string, about: object = {}) => void lines.push(['warn', about]),
      info: (_: string, about: object = {}) => void lines.push(['info', about]),
    };
    const counts = makeCounts();
    const service = await startTestService();
    const registry = await counts.open(service.ports);
    const { settings } = readSettings(SETTINGS);
    const { report } = signalPolling({ settings, log, counts });
    const fault = new Error('down');
    for (const reasonCode of ['polled', 'timeout', 'timeout', 'auth_rejected', 'polled', 'polled'])
      report({ issuer: ISSUER, reasonCode });
    report({ issuer: ISSUER, reasonCode: 'unavailable', fault });
    expect(lines).to.deep.equal([
      ['warn', { issuer: ISSUER, because: 'timeout' }],
      ['warn', { issuer: ISSUER, because: 'auth_rejected' }],
      ['info', { issuer: ISSUER }],
      ['failure', fault, { issuer: ISSUER, because: 'unavailable' }],
    ]);
    const read = await registry.getSingleMetric('govgate_signal_polls_total')?.get();
    expect(read?.values.map(({ value, labels }) => [labels.issuer, labels.outcome, value])).to.deep.equal([
      [ISSUER, 'polled', 3],
      [ISSUER, 'timeout', 2],
      [ISSUER, 'auth_rejected', 1],
      [ISSUER, 'unavailable', 1],
    ]);
    await service.stop();
  });
});
