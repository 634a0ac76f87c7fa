import { auditEventBy, systemCaller } from '@govgate/application';
import { agentKind, credentialBindingKind, type GovernedKind, type RecordFor } from '@govgate/ports';
import { expect } from 'chai';
import { expectRefusal } from '../../testing/expectations.js';
import { ADMIN, type ApprovalCalls, approvalCalls } from '../../testing/races/approval-calls.js';
import { sampleAgent } from '../../testing/samples/agent-samples.js';
import { sampleCredential } from '../../testing/samples/credential-samples.js';
import { onEveryStore } from '../../testing/stores/on-every-store.js';
import type { TestService } from '../../testing/test-service.js';
import { putServiceAccount } from '../../testing/worlds/callers.js';
import { type JwtIssuer, makeJwtIssuer } from '../../testing/worlds/jwt-issuer.js';
import { makeWorld, TENANT, type Tokens, tokenFor } from '../../testing/worlds/world.js';

onEveryStore('K14: four eyes are two people', (start) => {
  let service: TestService;
  let tokens: Tokens;
  let calls: ApprovalCalls;

  let issuer: JwtIssuer;

  before(async () => {
    issuer = await makeJwtIssuer();
  });
  after(() => issuer.dispose());

  const begin = async (settings: Record<string, string> = {}): Promise<void> => {
    service = await start({ settings: { ...issuer.settings, ...settings } });
    tokens = await makeWorld(service.ports);
    calls = approvalCalls(service);
  };

  afterEach(() => service.stop());

  /** Stores a record as another version of the service left it. */
  const rewrite = async <K extends GovernedKind>(kind: K, record: RecordFor<K>): Promise<void> => {
    const { ports } = service;
    const event = auditEventBy(ports, systemCaller('cli', TENANT, ports.ids.mint('request')), {
      eventType: 'tenant.imported',
      action: 'import',
      environmentId: null,
      resourceId: TENANT,
    });
    const changes = [{ kind, record, expectedVersion: 'any' as const }];
    await ports.unitOfWork.commit({ changes, audit: [event] });
  };

  describe('the same person', () => {
    beforeEach(() => begin());

    it('is the same with each of their tokens, and as the service account for which they issued a token', async () => {
      const robot = await putServiceAccount(service.ports, 'robot', ...ADMIN);
      const made = await tokenFor(service.ports, {
        subjectType: 'service_account',
        subjectId: 'robot',
        madeBy: 'ada',
      });
      await calls.registerAgent(made);
      expectRefusal(await calls.approveAgent(tokens.admin), 403, 'self_approval_forbidden');
      expectRefusal(await calls.approveAgent(robot), 403, 'self_approval_forbidden');
      const another = await tokenFor(service.ports, { subjectId: 'ada' });
      expectRefusal(await calls.approveAgent(another), 403, 'self_approval_forbidden');
      expect((await calls.approveAgent(tokens.second)).status).to.equal(200);
    });

    it('cannot approve their own work through a service account', async () => {
      await putServiceAccount(service.ports, 'robot', ...ADMIN);
      const made = await tokenFor(service.ports, {
        subjectType: 'service_account',
        subjectId: 'robot',
        madeBy: 'ada',
      });
      const id = await calls.register(tokens.admin);
      await calls.createBinding(tokens.admin);
      await calls.registerAgent(tokens.admin);
      expectRefusal(await calls.approveSubmission(made, id), 403, 'self_approval_forbidden');
      expectRefusal(await calls.approveBinding(made), 403, 'self_approval_forbidden');
      expectRefusal(await calls.approveAgent(made), 403, 'self_approval_forbidden');
    });
  });

  describe('a service account, of whose tokens somebody made one,', () => {
    beforeEach(async () => {
      await begin();
      await putServiceAccount(service.ports, 'robot', ...ADMIN);
    });

    const madeBy = (person: string, expiresAt: string | null = null): Promise<string> =>
      tokenFor(service.ports, {
        subjectType: 'service_account',
        subjectId: 'robot',
        madeBy: person,
        expiresAt,
      });

    const WAYS = {
      'by its JWT': () => issuer.jwtOf('robot'),
      "by somebody else's token": () => madeBy('vic'),
    };
    for (const [way, tokenOf] of Object.entries(WAYS))
      it(`is that person in what it submits ${way}`, async () => {
        await madeBy('ada');
        const robot = await tokenOf();
        const id = await calls.register(robot);
        await calls.createBinding(robot);
        await calls.registerAgent(robot);
        expectRefusal(await calls.approveSubmission(tokens.admin, id), 403, 'self_approval_forbidden');
        expectRefusal(await calls.approveBinding(tokens.admin), 403, 'self_approval_forbidden');
        expectRefusal(await calls.approveAgent(tokens.admin), 403, 'self_approval_forbidden');
      });

    it('is that person in what it approves, and never approves what it submitted another way', async () => {
      const token = await madeBy('ada');
      const jwt = await issuer.jwtOf('robot');
      const id = await calls.register(tokens.admin);
      await calls.createBinding(tokens.admin);
      await calls.registerAgent(jwt);
      for (const robot of [jwt, token]) {
        expectRefusal(await calls.approveSubmission(robot, id), 403, 'self_approval_forbidden');
        expectRefusal(await calls.approveBinding(robot), 403, 'self_approval_forbidden');
        expectRefusal(await calls.approveAgent(robot), 403, 'self_approval_forbidden');
      }
      expect((await calls.approveAgent(tokens.second)).status).to.equal(200);
    });

    it('is nobody else when the token has ended', async () => {
      await madeBy('ada', '2026-01-01T00:00:00.000Z');
      await calls.registerAgent(await issuer.jwtOf('robot'));
      expect((await calls.approveAgent(tokens.admin)).status).to.equal(200);
    });
  });

  describe('a record from before hands were recorded', () => {
    beforeEach(() => begin());

    it('cannot be approved by whoever it names, whether a user or a service account', async () => {
      await putServiceAccount(service.ports, 'ada', ...ADMIN);
      const robot = await tokenFor(service.ports, { subjectType: 'service_account', subjectId: 'ada' });
      const { hands: _, ...agent } = sampleAgent('agent_new', { submittedBy: 'ada' });
      await rewrite(agentKind, agent);
      for (const token of [tokens.admin, robot])
        expectRefusal(await calls.approveAgent(token), 403, 'self_approval_forbidden');
      expect((await calls.approveAgent(tokens.second)).status).to.equal(200);
      const { hands: __, ...binding } = sampleCredential('cb_new', {
        createdBy: 'ada',
        submittedBy: 'vic',
        approvalStatus: 'pending_review',
      });
      await rewrite(credentialBindingKind, binding);
      for (const token of [tokens.admin, robot])
        expectRefusal(await calls.approveBinding(token), 403, 'self_approval_forbidden');
      expect((await calls.approveBinding(tokens.second)).status).to.equal(200);
    });
  });

  describe('switched off', () => {
    beforeEach(() => begin({ GOVGATE_APPROVALS_FOUR_EYES: 'false' }));

    it('lets all three be approved by whoever made them, and says so in its readiness', async () => {
      const id = await calls.register(tokens.admin);
      await calls.createBinding(tokens.admin);
      await calls.registerAgent(tokens.admin);
      const answers = [
        await calls.approveSubmission(tokens.admin, id),
        await calls.approveBinding(tokens.admin),
        await calls.approveAgent(tokens.admin),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      const ready = await service.call('/readyz');
      expect([ready.status, ready.json.warnings]).to.deep.equal([200, ['four_eyes_off']]);
    });
  });
});
