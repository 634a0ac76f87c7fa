import { expect } from 'chai';
import { NOW } from '../testing/people.js';
import { isCallable, liveManifest } from './mcp-server.js';
import { reviewedTools } from './submission.js';
import { live, manifestOf, toolOf } from './testing/servers.js';
import { decideDrift } from './tool-drift.js';

/** A server that is live with some tools, as they were submitted. */
const liveWith = (...tools: ReturnType<typeof toolOf>[]) => live(manifestOf({ tools }));

describe('an approval', () => {
  it('lets in what waited or had changed and is named, and leaves out what the manifest itself leaves out', () => {
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

describe('drift', () => {
  const HASH = `sha256:${'a'.repeat(64)}`;
  const OTHER = `sha256:${'b'.repeat(64)}`;
  const withoutSchema = (toolId: string, fields: Partial<ReturnType<typeof toolOf>>) => {
    const { inputSchema: _, ...tool } = toolOf(toolId);
    return { ...tool, ...fields };
  };
  const driftedIn = ({ server, submission }: ReturnType<typeof liveWith>, ...names: string[]) =>
    decideDrift(
      server,
      submission,
      names.map((name) => ({ name, schemaHash: OTHER })),
      { now: NOW },
    ).record;

  it('compares with the approved hash where no schema was given, and with nothing where that is no hash', () => {
    const live = liveWith(
      withoutSchema('hashed', { inputSchemaRef: HASH }),
      withoutSchema('named', { inputSchemaRef: 'schema:named' }),
      withoutSchema('longer', { inputSchemaRef: `${HASH}0` }),
      withoutSchema('inside', { inputSchemaRef: `see ${HASH}` }),
    );
    expect(driftedIn(live, 'hashed', 'named', 'longer', 'inside').driftedTools).to.deep.equal([
      { toolId: 'hashed', observedSchemaHash: OTHER, detectedAt: NOW },
    ]);
  });

  it('does not make a tool that was kept out look merely changed', () => {
    const live = liveWith(toolOf('search'), toolOf('delete', { gatewayStatus: 'denied' }));
    const server = driftedIn(live, 'search', 'delete');
    expect(liveManifest(server, live.submission).tools.map((tool) => tool.gatewayStatus)).to.deep.equal([
      'changed',
      'denied',
    ]);
  });
});
