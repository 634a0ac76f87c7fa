import { expect } from 'chai';
import { FOREIGN, makeBench } from '../testing/use-case-bench.js';
import { makeReportRules } from './report-rules.js';

const JOB = {
  job: 'report_rules',
  jobId: 'x',
  tenantId: '',
  environmentId: null,
  subjectId: '',
  requestId: '',
};
const GO_ON = { aborted: false };

describe('the rules of the installation in the trail', () => {
  it('records for every tenant once when four eyes are switched off, and on again', async () => {
    const bench = await makeBench();
    const roundWith = (fourEyes: boolean) =>
      makeReportRules({ ...bench.ports, settings: { ...bench.ports.settings, fourEyes } })(JOB, GO_ON);
    await roundWith(true);
    expect(await bench.events()).to.deep.equal([]);
    await Promise.all([roundWith(false), roundWith(false)]);
    await roundWith(false);
    await roundWith(true);
    await roundWith(true);
    const reported = ['tenant.four_eyes_switched_off', 'tenant.four_eyes_switched_on'];
    expect([await bench.events(), await bench.events(FOREIGN)]).to.deep.equal([reported, reported]);
  });
});
