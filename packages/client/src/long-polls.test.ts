import { expect } from 'chai';
import { followRevocations } from './follow-revocations.js';
import type { CallApproval } from './generated/types.gen.js';
import { makeClient } from './make-client.js';
import { answered, makeFakeService } from './testing/fake-service.js';
import { makeFakeTiming } from './testing/fake-timing.js';
import { waitForApproval } from './wait-for-approval.js';

const clientOf = (service: ReturnType<typeof makeFakeService>) =>
  makeClient({ baseUrl: 'https://govgate.test', fetch: service.fetch }, makeFakeTiming());

describe('the feed of revocations', () => {
  it('is read at once up to its end, and then waited for', async () => {
    const service = makeFakeService(
      answered({ items: [{ sequence: 6 }], last_sequence: 6 }),
      answered({ items: [], last_sequence: 6 }),
      answered({ items: [{ sequence: 7 }], last_sequence: 7 }),
      answered({ items: [], last_sequence: 7 }),
    );
    const read: number[] = [];
    for await (const feed of followRevocations(clientOf(service), { after: 5, wait: 10 })) {
      read.push(feed.last_sequence);
      if (read.length === 4) break;
    }
    expect([read, service.sent.map(({ url }) => new URL(url).search)]).to.deep.equal([
      [6, 6, 7, 7],
      ['?after=5&wait=0', '?after=6&wait=0', '?after=6&wait=10', '?after=7&wait=0'],
    ]);
  });
});

describe('an approval', () => {
  it('is waited for until somebody decided', async () => {
    const service = makeFakeService(answered({ status: 'pending' }), answered({ status: 'approved' }));
    const approval: CallApproval = await waitForApproval(clientOf(service), { approval_id: 'apr_1' }, 60);
    expect([approval, service.sent.map(({ url }) => new URL(url).search)]).to.deep.equal([
      { status: 'approved' },
      ['?wait=20', '?wait=20'],
    ]);
  });

  it('is returned as it is when nobody decided in time', async () => {
    const service = makeFakeService(answered({ status: 'pending' }));
    expect(await waitForApproval(clientOf(service), { approval_id: 'apr_1' }, 0)).to.deep.equal({
      status: 'pending',
    });
    expect(service.sent).to.have.length(1);
  });
});
