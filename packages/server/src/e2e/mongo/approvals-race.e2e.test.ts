import { describeWithMongo } from '../../../../../tools/test-services/require-service.js';
import { type MongoPair, startMongoPair } from '../../testing/processes/mongo-pair.js';
import { IS_PROOF, LONG_FORM } from '../../testing/proof-record.js';
import { holdApprovalRaces, makeRacingGateway } from '../../testing/races/held-approval-races.js';

// SecantusDB does one thing at a time, and every request and withdrawal of an environment writes the same record.
const IS_MONGOD = process.env.GOVGATE_TEST_MONGO_KIND === 'mongod';
const RACES = LONG_FORM || IS_MONGOD ? 1_000 : IS_PROOF ? 100 : 30;
const AT_A_TIME = IS_MONGOD ? 50 : 10;

describeWithMongo(
  'A5: approvals are used once, and never after they were withdrawn: 2 processes, one MongoDB',
  (serverUrl) => {
    let pair: MongoPair;

    before(async function () {
      this.timeout(90_000);
      pair = await startMongoPair(serverUrl);
      await makeRacingGateway({ GOVGATE_MONGO_URL: pair.database.url, GOVGATE_KEYS_IN_STORE: 'true' });
    });
    after(async function () {
      this.timeout(90_000);
      await pair.dispose();
    });

    it(`whatever of ${RACES} races`, async () => {
      await holdApprovalRaces([pair.a.call, pair.b.call], RACES, 'MongoDB', AT_A_TIME);
    }).timeout(900_000);
  },
);
