import { agentKind } from '@govgate/ports';
import { expect } from 'chai';
import { answerOf, type Bench, PROD_SCOPE, refusalOf } from '../testing/use-case-bench.js';
import { type CheckCallInput, makeCheckCall } from './check-call.js';
import { bench, rule } from './testing/decision-bench.js';

const toolOf = (name: string, given: object = {}) =>
  ({ method: 'tools/call', params: { name, arguments: given } }) as const;

/** Checks a call for a gateway, with these headers. */
const check = async (
  on: Bench,
  request: CheckCallInput['request'],
  headers: Readonly<Record<string, string>>,
): Promise<readonly [boolean, string]> => {
  const named = (header: string) => headers[header];
  const use = makeCheckCall(on.ports as never);
  const { decision, context } = answerOf(
    await use(await on.as('eve'), { scope: PROD_SCOPE, request, named }),
  );
  return [decision, context.reasonCode];
};

const BOB = { 'X-Govgate-User': 'bob', 'X-Govgate-Server': 'srv_x' };

const refunds = () =>
  bench(
    rule({
      subjects: { users: ['bob'] },
      targets: { server_ids: ['srv_x'], tool_ids: ['refund'] },
      conditions: [{ attribute: 'arguments.amount', operator: 'lte', value: 100 }],
      reason_code: 'small_refund',
    }),
  );

describe('a check by status', () => {
  it('decides a message for whom its headers name, by the arguments that the policy reads', async () => {
    const on = await refunds();
    expect(await check(on, toolOf('refund', { amount: 7 }), BOB)).to.deep.equal([true, 'small_refund']);
    expect(await check(on, toolOf('refund', { amount: 700 }), BOB)).to.deep.equal([false, 'no_rule_matched']);
    const ada = { ...BOB, 'X-Govgate-User': 'ada' };
    expect(await check(on, toolOf('refund', { amount: 7 }), ada)).to.deep.equal([false, 'no_rule_matched']);
  });

  it('decides a question of AuthZEN as its own endpoint does', async () => {
    const on = await refunds();
    const question = {
      subject: { type: 'user', id: 'bob' },
      action: { name: 'tool.invoke' },
      resource: { type: 'mcp_tool', id: 'srv_x/refund' },
      context: { arguments: { amount: 7 } },
    };
    expect(await check(on, question, {})).to.deep.equal([true, 'small_refund']);
  });

  it('denies where nobody, no server or an unknown method is named', async () => {
    const on = await refunds();
    const call = toolOf('refund', { amount: 7 });
    expect(await check(on, call, { 'X-Govgate-Server': 'srv_x' })).to.deep.equal([false, 'subject_unknown']);
    expect(await check(on, call, { 'X-Govgate-User': 'bob' })).to.deep.equal([false, 'target_unknown']);
    for (const request of [
      { method: 'tools/invent', params: { name: 'refund' } },
      { method: 'constructor' },
      { method: 'tools/call' },
      { method: 'tools/call', params: { name: 7 } },
      { method: 'tools/call', params: { name: 'refund', arguments: 'amount=7' } },
    ])
      expect(await check(on, request, BOB)).to.deep.equal([false, 'target_unknown']);
    expect(await check(on, { method: 'initialize' }, {})).to.deep.equal([false, 'subject_unknown']);
  });

  it('lets messages through that use nothing of a server', async () => {
    const on = await refunds();
    for (const method of ['initialize', 'notifications/initialized', 'tools/list', 'ping'])
      expect(await check(on, { method }, BOB)).to.deep.equal([true, 'protocol_message']);
  });

  it('wants everybody allowed who is named without a session', async () => {
    const on = await refunds();
    expect(await on.store.records.get(agentKind, PROD_SCOPE, 'agt')).to.equal(undefined);
    const both = { ...BOB, 'X-Govgate-Agent': 'agt' };
    expect(await check(on, toolOf('refund', { amount: 7 }), both)).to.deep.equal([false, 'subject_unknown']);
    const session = { ...BOB, 'X-Govgate-Session': 'ses_none' };
    expect(await check(on, toolOf('refund', { amount: 7 }), session)).to.deep.equal([
      false,
      'subject_unknown',
    ]);
  });

  it('is for those who may ask the decision point, and wants a whole question', async () => {
    const on = await refunds();
    const use = makeCheckCall(on.ports as never);
    const named = (header: string) => BOB[header as keyof typeof BOB];
    const input = { scope: PROD_SCOPE, request: toolOf('refund'), named };
    expect(refusalOf(await use(await on.as('bob'), input))).to.equal('not_found');
    expect(refusalOf(await use(await on.as('eve'), { ...input, request: {} }))).to.equal(
      'invalid_request method',
    );
  });
});
