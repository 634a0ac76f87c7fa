import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson, type Json, sha256Hex } from '@govgate/domain';
import { expect } from 'chai';
import { filesOfStore } from '../store/files-of-store.js';
import { runCli, type SpawnedService, spawnService } from '../testing/processes/spawned-service.js';
import { alterSqlite } from '../testing/stores/sqlite-dump.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';

describe('the audit commands, beside a running service', function () {
  this.timeout(120_000);
  let folder: string;
  let service: SpawnedService;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-audit-'));
    service = await spawnService({ GOVGATE_DATA: folder });
  });

  afterEach(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const cli = (args: readonly string[]) => runCli(args, { GOVGATE_DATA: folder });

  /** A failure as an operator sees it: words, no stack, the exit code. */
  const expectFailure = async (args: readonly string[], code: number, says: RegExp): Promise<void> => {
    const ran = await cli(args);
    expect([ran.code, ran.stdout], ran.stderr).to.deep.equal([code, '']);
    expect(ran.stderr).to.match(says);
    expect(ran.stderr).not.to.match(/\n\s+at |node_modules|Error:/);
  };

  it('verifies an exported trail offline, or a part of it, and shows what was changed', async () => {
    for (let i = 0; i < 5; i += 1) await service.call('/v1/policies', { token: ADMIN_TOKEN, body: {} });
    const exported = (await service.call('/v1/audit/export', { token: ADMIN_TOKEN })).text;
    const lines = exported.trim().split('\n');
    const file = join(folder, 'trail.ndjson');
    const key = (await cli(['audit', 'key'])).stdout.trim();
    const verify = async (text: string, ...more: string[]) => {
      writeFileSync(file, text);
      const ran = await cli(['audit', 'verify', file, '--key', key, ...more]);
      return { code: ran.code, report: ran.stdout === '' ? ran.stderr : JSON.parse(ran.stdout) };
    };
    expect((await verify(exported)).report).to.deep.include({
      state: 'verified',
      valid: true,
      signed_up_to: 6,
    });
    const { text: part } = await service.call(
      `/v1/audit/export?from=${JSON.parse(lines[2] ?? '').occurred_at}`,
      { token: ADMIN_TOKEN },
    );
    expect(await verify(part)).to.deep.include({ code: 0 });
    const unsigned = await verify(lines.slice(2, -1).join('\n'));
    expect([unsigned.code, unsigned.report.state, unsigned.report.first_sequence]).to.deep.equal([
      1,
      'unsigned',
      3,
    ]);
    expect((await verify(lines.slice(2, -1).join('\n'), '--allow-unsigned')).code).to.equal(0);
    const edited = await verify(exported.replace('"outcome":"failure"', '"outcome":"success"'));
    expect([edited.code, edited.report.first_invalid.reason_code]).to.deep.equal([1, 'hash_mismatch']);
    const cut = await verify([...lines.slice(0, 2), ...lines.slice(3)].join('\n'));
    expect([cut.code, cut.report.first_invalid.reason_code]).to.deep.equal([1, 'sequence_gap']);
    await expectFailure(['audit', 'verify', join(folder, 'absent')], 1, /cannot be read/);
    writeFileSync(file, 'no record\n');
    await expectFailure(['audit', 'verify', file], 1, /Line 1/);
  });

  it('never calls a file verified by its own key', async () => {
    const file = join(folder, 'trail.ndjson');
    writeFileSync(file, (await service.call('/v1/audit/export', { token: ADMIN_TOKEN })).text);
    const ran = await cli(['audit', 'verify', file]);
    expect([ran.code, JSON.parse(ran.stdout).state]).to.deep.equal([1, 'unsigned']);
    expect(ran.stderr).to.match(/--key/);
    const key = (await cli(['audit', 'key', '--pem'])).stdout;
    writeFileSync(join(folder, 'key.pem'), key);
    expect((await cli(['audit', 'verify', file, '--key', join(folder, 'key.pem')])).code).to.equal(0);
    await expectFailure(['audit', 'verify', file, '--key', 'no key'], 2, /--key/);
  });

  it('refuses a part with an impossible beginning, and names the record', async () => {
    const lines = (await service.call('/v1/audit/export', { token: ADMIN_TOKEN })).text.trim().split('\n');
    const first = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    const { hash: _, ...record } = first;
    const sealed = (over: object): string => {
      const text = canonicalJson({ ...record, ...over } as Json);
      return JSON.stringify({ ...JSON.parse(text), hash: `sha256:${sha256Hex(text)}` });
    };
    const file = join(folder, 'part.ndjson');
    for (const [line, sequence] of [
      [sealed({ sequence: 7, prev_hash: null }), 7],
      [sealed({ sequence: 1, prev_hash: first.hash }), 1],
    ] as const) {
      writeFileSync(file, `${line}\n`);
      const ran = await cli(['audit', 'verify', file, '--allow-unsigned']);
      expect([ran.code, JSON.parse(ran.stdout).first_invalid]).to.deep.equal([
        1,
        { sequence, reason_code: 'prev_hash_mismatch' },
      ]);
    }
  });

  it('exports the trail, prints its checkpoint, and compares both', async () => {
    for (let i = 0; i < 3; i += 1) await service.call('/v1/policies', { token: ADMIN_TOKEN, body: {} });
    const [trail, note] = [join(folder, 'trail.ndjson'), join(folder, 'note.txt')];
    writeFileSync(note, (await cli(['audit', 'checkpoint'])).stdout);
    expect(readFileSync(note, 'utf8')).to.match(/^govgate\/default\n4\n/);
    writeFileSync(trail, (await cli(['audit', 'export'])).stdout);
    const key = (await cli(['audit', 'key', '--tenant', 'default'])).stdout.trim();
    expect((await cli(['audit', 'verify', trail, '--key', key, '--checkpoint', note])).code).to.equal(0);
    expect((await cli(['audit', 'verify', '--checkpoint', note])).code).to.equal(0);
    writeFileSync(trail, readFileSync(trail, 'utf8').split('\n').slice(0, 2).join('\n'));
    const ran = await cli(['audit', 'verify', trail, '--key', key, '--checkpoint', note]);
    expect([ran.code, JSON.parse(ran.stdout).first_invalid]).to.deep.equal([
      1,
      { sequence: 3, reason_code: 'truncated' },
    ]);
    await expectFailure(['audit', 'export', '--from', 'yesterday'], 2, /--from/);
    await expectFailure(['audit', 'checkpoint', '--tenant', 'nobody'], 1, /no such tenant/);
  });

  it('exports a trail whose tenant has no record: it is the evidence of how that came', async () => {
    await cli(['tenant', 'create', 'gone']);
    await service.stop();
    alterSqlite(filesOfStore(folder).database, "DELETE FROM records_tenant WHERE id = 'gone'");
    const exported = await cli(['audit', 'export', '--tenant', 'gone']);
    const [event, checkpoint] = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(
      [exported.code, event?.event_type, checkpoint?.record_type, checkpoint?.unsigned],
      exported.stderr,
    ).to.deep.equal([0, 'tenant.created', 'checkpoint', null]);
    await expectFailure(['audit', 'export', '--tenant', 'nobody'], 1, /no such tenant/);
    await expectFailure(['user', 'create', 'ada', '--tenant', 'gone'], 1, /no such tenant/);
  });
});
