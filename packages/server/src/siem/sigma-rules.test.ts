import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AuditEvent, type Json, sealAuditEvent } from '@govgate/domain';
import { EXPORT_MAPPING, ecsEvent, resourceOfEvent } from '@govgate/domain/internal';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { type SigmaRule, sigmaMatches } from '../testing/delivery/sigma-rule.js';

const FOLDER = fileURLToPath(new URL('../../../../docs/siem/sigma/', import.meta.url));

type Facts = Partial<AuditEvent> & Pick<AuditEvent, 'eventType'>;

const WORKER = { actorType: 'system', actorId: 'worker', authMethod: 'none' } as const;
const CLI = { actorType: 'system', actorId: 'cli', authMethod: 'none' } as const;

/** What the service writes in each case, and in the similar one that must not raise an alert. */
const SAMPLES: Readonly<Record<string, { readonly matching: Facts[]; readonly other: Facts[] }>> = {
  'policy-default-effect-changed': {
    matching: [{ eventType: 'policy.published', changedFields: ['body.defaultEffect', 'status'] }],
    other: [
      { eventType: 'policy.published', changedFields: ['status'] },
      { eventType: 'policy.published', outcome: 'denied', reasonCode: 'permission_denied' },
    ],
  },
  'four-eyes-switched-off': {
    matching: [{ eventType: 'tenant.four_eyes_switched_off', actor: WORKER, reasonCode: 'setting_changed' }],
    other: [{ eventType: 'tenant.four_eyes_switched_on', actor: WORKER, reasonCode: 'setting_changed' }],
  },
  'many-refusals-of-a-caller': {
    matching: [{ eventType: 'audit.refusals_summarised', outcome: 'denied' }],
    other: [{ eventType: 'policy.published', outcome: 'denied', reasonCode: 'permission_denied' }],
  },
  'gap-in-the-trail': {
    matching: [
      { eventType: 'tenant.older_store_accepted', actor: CLI, reasonCode: 'older_store' },
      {
        eventType: 'siem_webhook.events_refused',
        actor: WORKER,
        outcome: 'failure',
        reasonCode: 'events_sealed',
        relatedIds: ['3-256'],
      },
    ],
    other: [
      {
        eventType: 'siem_webhook.events_refused',
        actor: WORKER,
        outcome: 'failure',
        reasonCode: 'payload_rejected',
      },
    ],
  },
  'self-approval-attempt': {
    matching: [
      {
        eventType: 'credential_binding.approval_changed',
        outcome: 'denied',
        reasonCode: 'self_approval_forbidden',
      },
      { eventType: 'role_binding.created', outcome: 'denied', reasonCode: 'self_grant_forbidden' },
    ],
    other: [{ eventType: 'credential_binding.approval_changed', reasonCode: 'reviewed' }],
  },
  'powerful-role-granted': {
    matching: [
      { eventType: 'role_binding.created', relatedIds: ['bob', 'role:break_glass_admin'] },
      { eventType: 'role_binding.created', relatedIds: ['bob', 'role:security_admin'] },
    ],
    other: [
      { eventType: 'role_binding.created', relatedIds: ['bob', 'role:viewer'] },
      {
        eventType: 'role_binding.created',
        outcome: 'denied',
        reasonCode: 'exceeds_grantor',
        relatedIds: ['bob', 'role:security_admin'],
      },
    ],
  },
  'destination-disabled': {
    matching: [
      { eventType: 'siem_webhook.disabled' },
      { eventType: 'siem_webhook.disabled', actor: WORKER, reasonCode: 'retries_exhausted' },
      { eventType: 'siem_webhook.updated', changedFields: ['exportSettings', 'updatedAt'] },
    ],
    other: [
      { eventType: 'siem_webhook.updated', changedFields: ['endpointSecretRef', 'updatedAt'] },
      { eventType: 'siem_webhook.enabled' },
    ],
  },
  'revocations-do-not-arrive': {
    matching: [
      {
        eventType: 'data_plane.health_changed',
        actor: WORKER,
        outcome: 'failure',
        reasonCode: 'revocation_feed_behind',
      },
      {
        eventType: 'data_plane.health_changed',
        actor: WORKER,
        outcome: 'failure',
        reasonCode: 'heartbeat_lost',
      },
    ],
    other: [{ eventType: 'data_plane.health_changed', actor: WORKER, reasonCode: 'ok' }],
  },
  'token-without-end': {
    matching: [{ eventType: 'api_token.created', actor: CLI, changedFields: ['permissions'] }],
    other: [{ eventType: 'api_token.created', actor: CLI, changedFields: ['expiresAt', 'permissions'] }],
  },
  'trail-sealed-by-hand': {
    matching: [{ eventType: 'audit.sealed', actor: CLI, reasonCode: 'retention_over' }],
    other: [{ eventType: 'audit.sealed', actor: WORKER, reasonCode: 'retention_over' }],
  },
};

const documentOf = (facts: Facts): { readonly [key: string]: Json } => {
  const event: AuditEvent = {
    auditEventId: 'evt_01890a5d7f0070008000000000000001',
    occurredAt: '2026-03-01T12:00:00.123Z',
    tenantId: 'acme',
    environmentId: 'production',
    outcome: 'success',
    actor: { actorType: 'user', actorId: 'ada', authMethod: 'jwt' },
    action: facts.eventType.slice(facts.eventType.indexOf('.') + 1),
    resource: { resourceType: resourceOfEvent(facts.eventType), resourceId: 'res_1', version: null },
    reasonCode: 'requested',
    reason: null,
    requestId: 'req_1',
    correlationId: null,
    changedFields: [],
    relatedIds: [],
    ...facts,
  };
  const head = { sequence: 41, hash: `sha256:${'ab'.repeat(32)}` };
  return ecsEvent({ event: sealAuditEvent(event, head).event, repeat: false });
};

const ruleOf = (name: string): SigmaRule => load(readFileSync(`${FOLDER}${name}.yml`, 'utf8')) as SigmaRule;

const NAMES = Object.keys(SAMPLES).sort();
const samplesOf = (name: string) => {
  const { matching = [], other = [] } = SAMPLES[name] ?? {};
  return { matching: matching.map(documentOf), other: other.map(documentOf) };
};

/** Every value with which a rule compares an event's type. */
const typesIn = ({ detection }: SigmaRule): string[] =>
  Object.values(detection)
    .flatMap((part) => (typeof part === 'string' ? [] : [(part as Record<string, unknown>)['event.action']]))
    .flat()
    .filter((type): type is string => type !== undefined);

describe('the Sigma rules', () => {
  it('are ten, each with an id of its own, a level and our log source', () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
    expect(files.sort()).to.deep.equal(NAMES.map((name) => `${name}.yml`));
    const rules = NAMES.map(ruleOf);
    expect(new Set(rules.map(({ id }) => id)).size).to.equal(10);
    for (const { id, level, logsource } of rules) {
      expect(id).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(['medium', 'high', 'critical']).to.include(level);
      expect(logsource).to.deep.equal({ product: 'govgate', service: 'audit' });
    }
  });

  for (const name of NAMES) {
    it(`${name} matches what it is for, and not similar cases`, () => {
      const rule = ruleOf(name);
      const { matching, other } = samplesOf(name);
      expect(matching.map((event) => sigmaMatches(rule, event))).to.deep.equal(matching.map(() => true));
      expect(other.map((event) => sigmaMatches(rule, event))).to.deep.equal(other.map(() => false));
      for (const type of typesIn(rule)) expect(EXPORT_MAPPING).to.have.property(type);
    });

    it(`${name} has its samples in its folder, as the service formats them`, () => {
      const path = `${FOLDER}samples/${name}.json`;
      const samples = samplesOf(name);
      if (process.env.GOVGATE_WRITE_GOLDEN === 'true')
        writeFileSync(path, `${JSON.stringify(samples, null, 2)}\n`);
      const kept: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
      expect(kept, 'the samples, which GOVGATE_WRITE_GOLDEN=true writes').to.deep.equal(samples);
    });
  }

  it('match no event that none of them is for', () => {
    const wanted = new Set(
      Object.values(SAMPLES).flatMap(({ matching }) => matching.map(({ eventType }) => eventType)),
    );
    const plain = Object.keys(EXPORT_MAPPING).filter((type) => !wanted.has(type as never));
    const found = plain.filter((type) => {
      const event = documentOf({ eventType: type as Facts['eventType'] });
      return NAMES.some((name) => sigmaMatches(ruleOf(name), event));
    });
    expect(found).to.deep.equal([]);
  });

  it('are read by an evaluator that rejects whatever it does not understand', () => {
    const rule = (condition: string, selection: unknown = { a: 1 }) =>
      ({ detection: { condition, selection, other: { 'b|contains': 'x' } } }) as unknown as SigmaRule;
    const event = { a: 1, b: 'axb' };
    const conditions = ['selection and other', 'not selection or other', 'not (selection and other)'];
    expect(conditions.map((one) => sigmaMatches(rule(one), event))).to.deep.equal([true, true, false]);
    for (const bad of ['selection other', '(selection', 'selection and', 'unheard_of', '1 of them'])
      expect(() => sigmaMatches(rule(bad), event), bad).to.throw(SyntaxError);
    expect(() => sigmaMatches(rule('selection', { 'a|re': '.*' }), event)).to.throw(SyntaxError);
  });
});
