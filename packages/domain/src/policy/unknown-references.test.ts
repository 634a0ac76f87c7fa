import { expect } from 'chai';
import { runToEnd } from '../run-to-end.js';
import { manifestReferences } from './manifest-references.js';
import { judgingReferences } from './unknown-references.js';

const existing = {
  ids: new Map([
    ['group', new Set(['grp_support', 'grp_sales'])],
    ['mcp_server', new Set(['srv_ticketing', 'srv_crm'])],
  ] as const),
  tools: new Map([
    ['srv_ticketing', new Set(['list_tickets', 'close_ticket'])],
    ['srv_crm', new Set(['find'])],
  ]),
};

const unknownIn = (subjects: object, targets: object) =>
  runToEnd(judgingReferences(manifestReferences({ rules: [{ subjects, targets }] }), existing));

describe('references of a policy', () => {
  it('to what does not exist are named with their place and the name that was meant', () => {
    const unknown = unknownIn(
      { groups: ['grp_sales', 'grp_suport', '*'] },
      { server_ids: ['srv_tickting', 'srv_crm'], tool_ids: ['find', 'close_tickets'] },
    );
    expect(unknown).to.deep.equal([
      { kind: 'group', id: 'grp_suport', path: '/rules/0/subjects/groups/1', nearest: 'grp_support' },
      {
        kind: 'mcp_server',
        id: 'srv_tickting',
        path: '/rules/0/targets/server_ids/0',
        nearest: 'srv_ticketing',
      },
      { kind: 'tool', id: 'close_tickets', path: '/rules/0/targets/tool_ids/1', nearest: null },
    ]);
  });

  it('to a tool are looked for at the servers that the rule means', () => {
    const tool = (targets: object) => unknownIn({}, targets).map(({ id, nearest }) => [id, nearest]);
    expect(tool({ tool_ids: ['find', 'close_tickets'] })).to.deep.equal([['close_tickets', 'close_ticket']]);
    expect(tool({ server_ids: ['srv_t*'], tool_ids: ['list_*', 'find'] })).to.deep.equal([['find', null]]);
    expect(tool({ server_ids: ['*'], tool_ids: ['find'] })).to.deep.equal([]);
  });

  it('are not judged where nobody says what exists', () => {
    const targets = { api_source_ids: ['api_x'], operation_ids: ['op_x'] };
    expect(unknownIn({ agents: ['agt_x'], users: ['x'] }, targets)).to.deep.equal([]);
    // The server is unknown, hence its tools as well: that is said once.
    expect(unknownIn({}, { server_ids: ['srv_x'], tool_ids: ['x'] }).map(({ id }) => id)).to.deep.equal([
      'srv_x',
    ]);
  });

  it('are looked at in steps, and in proportion to the text where a rule names many tools and many servers', () => {
    const named = (prefix: string) => Array.from({ length: 1000 }, (_, index) => `${prefix}${index}`);
    const targets = { server_ids: named('srv_'), tool_ids: named('tool_') };
    const rules = Array.from({ length: 10 }, () => ({ subjects: {}, targets }));
    const references = [...manifestReferences({ rules })];
    expect(new Set(references.flatMap(({ serverIds }) => (serverIds ? [serverIds] : []))).size).to.equal(10);
    const tools = new Map(named('srv_').map((id) => [id, new Set(named('tool_').slice(0, 5))]));
    const ids = new Map([['mcp_server', new Set(tools.keys())]] as const);
    const judging = judgingReferences(references.slice(0, 2000), { ids, tools });
    let steps = 0;
    const start = process.cpuUsage();
    while (!judging.next().done) steps += 1;
    const { user } = process.cpuUsage(start);
    // It looks at all servers, at the tools that exist and at a hundred that do not.
    expect(steps).to.equal(1000 + 5 + 100);
    expect(user / 1000).to.be.lessThan(500);
  });

  it('are told up to a limit', () => {
    const groups = Array.from({ length: 500 }, (_, index) => `g${index}`);
    expect(unknownIn({ groups }, {}).length).to.equal(100);
  });
});
