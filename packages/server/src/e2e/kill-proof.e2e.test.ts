import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN, type Answered } from '../testing/test-service.js';

const token = ADMIN_TOKEN;
const IN = '?environment_id=production';

describe('the proof that a kill has arrived', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-kill-proof-'));
  let service: SpawnedService;

  before(async function () {
    this.timeout(60_000);
    service = await spawnService({ GOVGATE_DATA: folder });
    for (const dataPlaneId of ['dp_1', 'dp_2', 'dp_silent']) {
      const body = {
        dataPlaneId,
        displayName: dataPlaneId,
        deploymentMode: 'managed',
        location: { region: 'eu', cluster: 'blue' },
        trustBoundary: { runtimeDataBoundary: 'customer' },
        reasonCode: 'test',
      };
      expectStatus(await service.call(`/v1/data-planes${IN}`, { token, body }), 201);
    }
    await echo('dp_1', 0);
    await echo('dp_2', 0);
    for (const id of ['cs_1', 'cs_2']) {
      const body = { user_id: 'bob', state: 'active' };
      expectStatus(await service.call(`/v1/sessions/${id}${IN}`, { method: 'PUT', token, body }), 201);
    }
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const expectStatus = (answer: Answered, status: number): void => {
    expect(answer.status, answer.text).to.equal(status);
  };

  const echo = async (dataPlaneId: string, lastRevocationSequence: number): Promise<void> => {
    const body = { lastRevocationSequence };
    expectStatus(
      await service.call(`/v1/data-planes/${dataPlaneId}/heartbeat${IN}`, { method: 'PUT', token, body }),
      200,
    );
  };

  const tellPlanes = ({ complete, applied, pending, items }: Record<string, unknown>) => ({
    complete,
    applied,
    pending,
    planes: (items as { data_plane_id: string; applied: boolean; applied_at: string | null }[])
      .map((one) => [one.data_plane_id, one.applied, one.applied_at !== null])
      .sort(),
  });

  it('reports which planes have applied it and when, and which have not, by id and in the list', async () => {
    const body = { reason_code: 'incident' };
    const ended = await service.call(`/v1/sessions/cs_1/terminate${IN}`, { token, body });
    const at = `/v1/revocations/${ended.json.revocation_id}${IN}`;
    expect(tellPlanes((await service.call(at, { token })).json.planes)).to.deep.equal({
      complete: false,
      applied: 0,
      pending: 3,
      planes: [
        ['dp_1', false, false],
        ['dp_2', false, false],
        ['dp_silent', false, false],
      ],
    });
    await echo('dp_1', 1);
    const first = (await service.call(at, { token })).json;
    expect([first.sequence, first.subject_id, first.planes.complete]).to.deep.equal([1, 'cs_1', false]);
    const since = first.planes.items.find((one: { applied: boolean }) => one.applied).applied_at;
    await echo('dp_1', 1);
    await echo('dp_2', 1);
    const waiting = service.call(`${at}&wait=20`, { token });
    await echo('dp_silent', 1);
    const whole = (await waiting).json.planes;
    expect(tellPlanes(whole)).to.deep.equal({
      complete: true,
      applied: 3,
      pending: 0,
      planes: [
        ['dp_1', true, true],
        ['dp_2', true, true],
        ['dp_silent', true, true],
      ],
    });
    // The time of the first report stays when it is reported again.
    expect(
      whole.items.find((one: { data_plane_id: string }) => one.data_plane_id === 'dp_1').applied_at,
    ).to.equal(since);
    const list = await service.call(`/v1/revocations${IN}&include=planes`, { token });
    expect(list.json.items.map((one: { planes: object }) => one.planes)).to.deep.equal([whole]);
    const plain = await service.call(`/v1/revocations${IN}`, { token });
    expect('planes' in plain.json.items[0]).to.equal(false);
    expect((await service.call(`/v1/revocations/rev_none${IN}`, { token })).status).to.equal(404);
  });

  it('is waited for by `govgate session end --wait`, whose exit code says whether it came', async function () {
    this.timeout(60_000);
    const end = (...more: string[]) =>
      runCli(['session', 'end', 'cs_2', ...more], { GOVGATE_DATA: folder, GOVGATE_ADMIN_TOKEN: token });
    const early = await end('--wait', '--timeout', '1');
    expect([early.code, JSON.parse(early.stdout).pending, JSON.parse(early.stdout).next_state]).to.deep.equal(
      [1, 3, 'terminated'],
    );
    const waiting = end('--wait', '--timeout', '30');
    for (const plane of ['dp_1', 'dp_2', 'dp_silent']) await echo(plane, 2);
    const { code, stdout } = await waiting;
    const reported = JSON.parse(stdout);
    expect([code, reported.complete, reported.applied, reported.planes.length]).to.deep.equal([
      0,
      true,
      3,
      3,
    ]);
    expect((await runCli(['session', 'end', 'cs_9'], { GOVGATE_DATA: folder })).code).to.equal(1);
    expect((await runCli(['session', 'end', 'cs 9'], { GOVGATE_DATA: folder })).code).to.equal(2);
  });
});
