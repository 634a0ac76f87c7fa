import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import { runCli, spawnService } from '../../testing/processes/spawned-service.js';
import { takeMongoDatabase } from '../../testing/stores/mongo-database.js';

describeWithMongo('a bundle between the embedded store and MongoDB', (serverUrl) => {
  it('is exported from MongoDB as it was imported, and from the embedded store again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govgate-travel-'));
    const database = takeMongoDatabase(serverUrl);
    const onMongo = { GOVGATE_MONGO_URL: database.url, GOVGATE_KEYS_IN_STORE: 'true' };
    const demo = { GOVGATE_DATA: folder };
    const back = { GOVGATE_DATA: join(folder, 'back') };
    const carry = async (bundle: string, into: Readonly<Record<string, string>>): Promise<string> => {
      const file = join(folder, 'bundle.json');
      writeFileSync(file, bundle);
      const imported = await runCli(['import', file], into);
      expect(imported.code, imported.stdout + imported.stderr).to.equal(0);
      const exported = await runCli(['export'], into);
      expect(exported.code, exported.stderr).to.equal(0);
      const verified = await runCli(['audit', 'verify', '--tenant', 'demo'], into);
      expect([verified.code, JSON.parse(verified.stdout).valid]).to.deep.equal([0, true]);
      return exported.stdout;
    };
    try {
      await makeDemo(folder);
      const first = (await runCli(['export'], demo)).stdout;
      expect(JSON.parse(first).policies).to.have.length.greaterThan(1);
      const fromMongo = await carry(first, onMongo);
      expect(fromMongo).to.equal(first);
      expect(await carry(fromMongo, back)).to.equal(first);
    } finally {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(180_000);
});

/** Lets `govgate demo` fill an embedded store. */
const makeDemo = async (folder: string): Promise<void> => {
  const service = await spawnService({ GOVGATE_DATA: folder }, ['demo']);
  await service.prints('Ctrl-C');
  await service.stop();
};
