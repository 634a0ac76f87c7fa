import { expect } from 'chai';
import { epochMsOf } from '../instant.js';
import { NOW } from '../testing/people.js';
import { healthAfterProbe, healthAt, neverProbed, PROBE_OUTCOMES, type ProbeOutcome } from './health.js';

const NEVER = neverProbed({ serverId: 'srv_crm', tenantId: 'acme', environmentId: 'production' });
const probed = (...outcomes: ProbeOutcome[]) =>
  outcomes.reduce(
    (health, outcome) => healthAfterProbe(health, { outcome, latencyMs: 12.4, checkedBy: 'worker' }, NOW),
    NEVER,
  );
const ENABLED = { disabledAt: null, driftedTools: [] };

describe('the health of a server', () => {
  it('is unknown before the first probe', () => {
    expect(healthAt(NEVER, ENABLED, epochMsOf(NOW))).to.deep.include({
      status: 'unknown',
      routeAvailable: false,
      latencyMs: 0,
      lastCheckedAt: '',
      checkedBy: '',
      failureReason: 'never_checked',
      connectorStatus: 'unknown',
    });
  });

  it('is unhealthy after three failures in a row and healthy after one success', () => {
    const statuses = [
      probed('timeout'),
      probed('timeout', 'http_5xx'),
      probed('timeout', 'http_5xx', 'dns_failed'),
      probed('timeout', 'http_5xx', 'dns_failed', 'ok'),
      probed('timeout', 'timeout', 'ok', 'timeout'),
    ].map((health) => health.status);
    expect(statuses).to.deep.equal(['degraded', 'degraded', 'unhealthy', 'healthy', 'degraded']);
  });

  it('counts 401 as an answer', () => {
    expect(probed('timeout', 'timeout', 'http_401')).to.deep.include({
      status: 'healthy',
      routeAvailable: true,
      connectorStatus: 'auth_required',
      failureReason: 'http_401',
      failuresInARow: 0,
      latencyMs: 12,
      checkedBy: 'worker',
      lastCheckedAt: NOW,
    });
  });

  it('says for every outcome whether something answered', () => {
    const reachable = (Object.keys(PROBE_OUTCOMES) as ProbeOutcome[]).filter(
      (outcome) => probed(outcome).routeAvailable,
    );
    expect(reachable).to.deep.equal(['ok', 'http_401', 'http_403', 'rpc_error']);
  });

  it('is degraded while a tool cannot be compared with its approval, however the server answers', () => {
    const server = { disabledAt: null, driftedTools: [{ gatewayStatus: 'unverified' }] };
    const shown = healthAt(probed('ok'), server, epochMsOf(NOW));
    expect([shown.status, shown.failureReason, shown.connectorStatus]).to.deep.equal([
      'degraded',
      'tool_unverified',
      'connected',
    ]);
    const changed = { disabledAt: null, driftedTools: [{ gatewayStatus: 'changed' }] };
    expect(healthAt(probed('ok'), changed, epochMsOf(NOW)).status).to.equal('healthy');
    expect(healthAt(probed('http_403'), server, epochMsOf(NOW)).failureReason).to.equal('http_403');
  });

  it('is unknown when the last probe is older than three rounds, to the millisecond', () => {
    const health = probed('ok');
    const at = (ms: number): string => healthAt(health, ENABLED, epochMsOf(NOW) + ms).status;
    expect([0, 179_999, 180_000, 180_001].map(at)).to.deep.equal([
      'healthy',
      'healthy',
      'healthy',
      'unknown',
    ]);
  });

  it('names no failure when healthy, and keeps the last observation when it is too old to count', () => {
    const well = probed('timeout', 'ok');
    expect(well).to.deep.equal({
      ...NEVER,
      status: 'healthy',
      routeAvailable: true,
      latencyMs: 12,
      lastCheckedAt: NOW,
      checkedBy: 'worker',
      failureReason: '',
      connectorStatus: 'connected',
      failuresInARow: 0,
    });
    expect(healthAt(well, ENABLED, epochMsOf(NOW) + 180_001)).to.deep.equal({
      ...well,
      status: 'unknown',
      routeAvailable: false,
      connectorStatus: 'unknown',
    });
  });

  it('shows a disabled server’s connector as disabled', () => {
    expect(healthAt(probed('ok'), { disabledAt: NOW, driftedTools: [] }, epochMsOf(NOW))).to.deep.include({
      status: 'unknown',
      routeAvailable: false,
      connectorStatus: 'disabled',
    });
  });
});
