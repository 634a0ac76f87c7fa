import { expect } from 'chai';
import { reviewedTools } from './submission.js';
import { isCallable } from './testing/is-callable.js';
import { live, manifestOf, toolOf } from './testing/servers.js';

/** A server that is live with some tools, as they were submitted. */
const liveWith = (...tools: ReturnType<typeof toolOf>[]) => live(manifestOf({ tools }));

describe('an approval', () => {
  it('admits named tools that were waiting or changed, and leaves out what the manifest itself leaves out', () => {
    const { submission } = liveWith(
      toolOf('waiting'),
      toolOf('changed', { gatewayStatus: 'changed', deniedReason: 'Not yet' }),
      toolOf('denied', { gatewayStatus: 'denied', deniedReason: 'Too sharp' }),
      toolOf('wordless', { gatewayStatus: 'denied' }),
      toolOf('off', { gatewayStatus: 'disabled' }),
    );
    expect(reviewedTools(submission)).to.deep.equal([
      toolOf('waiting', { gatewayStatus: 'approved' }),
      toolOf('changed', { gatewayStatus: 'approved' }),
      toolOf('denied', { gatewayStatus: 'denied', deniedReason: 'Too sharp' }),
      toolOf('wordless', { gatewayStatus: 'denied' }),
      toolOf('off', { gatewayStatus: 'disabled' }),
    ]);
  });
});

describe('isCallable', () => {
  const tools = [
    toolOf('search', { gatewayStatus: 'approved' }),
    toolOf('delete', { gatewayStatus: 'denied' }),
  ];

  it('lets calls reach the approved tools of an active or deprecated server only', () => {
    const callable = (['draft', 'active', 'deprecated', 'disabled'] as const).filter((registrationStatus) =>
      isCallable(manifestOf({ registrationStatus, tools }), 'search'),
    );
    expect(callable).to.deep.equal(['active', 'deprecated']);
    expect(
      ['search', 'delete', 'unheard_of'].filter((id) => isCallable(manifestOf({ tools }), id)),
    ).to.deep.equal(['search']);
  });
});
