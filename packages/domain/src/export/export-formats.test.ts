import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { AUDIT_OUTCOMES } from '../audit/audit-event.js';
import { AUDIT_EVENT_TYPES } from '../audit/event-types.js';
import type { Json } from '../canonical-json.js';
import { cefEvent } from './cef-event.js';
import { ecsEvent } from './ecs-event.js';
import { type ExportEvent, plainEvent } from './export-event.js';
import { EXPORT_MAPPING } from './export-mapping.js';
import { exportedCheckpoint } from './exported-checkpoint.js';
import { ocsfEvent } from './ocsf-event.js';
import { sampleCheckpoint } from './testing/checkpoint.js';
import { sampleEvent } from './testing/events.js';
import { anyReason, HOSTILE_TEXTS } from './testing/hostile-texts.js';
import { parseCef } from './testing/parse-cef.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(here(path), 'utf8'));
const once = (event: ReturnType<typeof sampleEvent>): ExportEvent => ({ event, repeat: false });

const ocsfSchema = readJson('./testing/schemas/ocsf-1.8.0.json');
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(ocsfSchema, 'ocsf');

const ocsfFaults = (event: { readonly [key: string]: Json }): unknown => {
  const validate = ajv.getSchema(`ocsf#/$defs/class_${event.class_uid}`);
  if (validate === undefined) return 'a class whose schema is not kept';
  return validate(event) ? [] : validate.errors;
};

interface EcsField {
  readonly type: string;
  readonly array: boolean;
  readonly values?: readonly string[];
}
const ecs = readJson('./testing/schemas/ecs-9.4.0.json') as {
  readonly fields: Readonly<Record<string, EcsField>>;
  readonly eventTypesOfCategory: Readonly<Record<string, readonly string[]>>;
};

/** The leaves of a document by their flat names; everything below `govgate` is ours. */
const leavesOf = (value: Json, name = ''): [string, Json][] => {
  if (name === 'govgate') return [];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner as Json, name === '' ? key : `${name}.${key}`),
  );
};

const ecsFaults = (document: { readonly [key: string]: Json }): string[] =>
  leavesOf(document).flatMap(([name, value]) => {
    const field = ecs.fields[name];
    if (field === undefined) return [`${name} is no field`];
    const items = Array.isArray(value) ? value : [value];
    const isNumber = field.type === 'long' || field.type === 'float';
    return [
      ...(field.array === Array.isArray(value) ? [] : [`${name} ${field.array ? 'is' : 'is no'} array`]),
      ...items.flatMap((item) =>
        (typeof item === 'number') === isNumber ? [] : [`${name} has another type`],
      ),
      ...items.flatMap((item) =>
        field.values === undefined || field.values.includes(String(item))
          ? []
          : [`${name} cannot be ${item}`],
      ),
    ];
  });

const everyEvent = AUDIT_EVENT_TYPES.flatMap((eventType) =>
  AUDIT_OUTCOMES.map((outcome) => sampleEvent(eventType, { outcome })),
);

describe('events in the formats of receivers', () => {
  const activityOf = (event: ReturnType<typeof sampleEvent>) => {
    const ocsf = ocsfEvent(once(event));
    expect(ocsfFaults(ocsf)).to.deep.equal([]);
    return [ocsf.class_uid, ocsf.activity_id];
  };

  it('name an approval as an activity of its own, told by the state that it led to', () => {
    const to = (toState: string) =>
      activityOf(
        sampleEvent('credential_binding.approval_changed', { fromState: 'pending_review', toState }),
      );
    expect([to('approved'), to('rejected'), to('changes_requested')]).to.deep.equal([
      [3004, 8],
      [3004, 3],
      [3004, 3],
    ]);
  });

  it('name a grant to a group as the group’s, and one to a user as the user’s', () => {
    const of = (eventType: 'role_binding.created' | 'role_binding.disabled', subjectType: 'user' | 'group') =>
      activityOf(sampleEvent(eventType, { subjectType, relatedIds: ['sec'] }));
    expect([of('role_binding.created', 'group'), of('role_binding.disabled', 'group')]).to.deep.equal([
      [3006, 1],
      [3006, 2],
    ]);
    expect([of('role_binding.created', 'user'), of('role_binding.disabled', 'user')]).to.deep.equal([
      [3005, 1],
      [3005, 2],
    ]);
    const grant = sampleEvent('role_binding.created', { subjectType: 'group', relatedIds: ['sec'] });
    expect(ocsfEvent(once(grant)).group).to.deep.equal({ uid: 'sec' });
    expect(activityOf({ ...grant, outcome: 'denied' })).to.deep.equal([6003, 1]);
  });

  it('carry the states before and after a change, and the subject of a grant, in every format', () => {
    const event = sampleEvent('agent.disabled', {
      fromState: 'active',
      toState: 'disabled',
      subjectType: 'user',
    });
    const states = { from_state: 'active', to_state: 'disabled', subject_type: 'user' };
    expect(ocsfEvent(once(event)).unmapped).to.deep.include(states);
    expect(ecsEvent(once(event)).govgate).to.deep.include(states);
    expect(parseCef(cefEvent(once(event))).extensions).to.deep.include({
      fromState: 'active',
      toState: 'disabled',
      subjectType: 'user',
    });
    expect(JSON.parse(plainEvent(once(event)))).to.deep.include(states);
  });

  for (const eventType of AUDIT_EVENT_TYPES) {
    it(`match the golden file of ${eventType}`, () => {
      const shown =
        eventType === 'audit.checkpoint_signed' ? sampleCheckpoint() : once(sampleEvent(eventType));
      const reported = {
        json: JSON.parse(plainEvent(shown)),
        ocsf_json: ocsfEvent(shown),
        ecs: ecsEvent(shown),
        cef: cefEvent(shown),
      };
      const file = here(`./testing/golden/${eventType}.json`);
      const golden = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
      // Correct files stay unchanged, so that a diff shows what is new.
      if (process.env.GOVGATE_WRITE_GOLDEN === 'true' && !isDeepStrictEqual(golden, reported))
        writeFileSync(file, `${JSON.stringify(reported, null, 2)}\n`);
      else expect(reported, 'the golden file, which GOVGATE_WRITE_GOLDEN=true writes').to.deep.equal(golden);
    });
  }

  it('conform to the published schema of OCSF 1.8.0 for every type and outcome', () => {
    const faults = everyEvent.map((event) => ocsfFaults(ocsfEvent(once(event))));
    expect(faults).to.deep.equal(everyEvent.map(() => []));
  });

  it('carry a checkpoint’s complete note in every format, within the schema and on one line', () => {
    const shown = sampleCheckpoint();
    const note = shown.checkpoint?.note ?? '';
    expect(ocsfFaults(ocsfEvent(shown))).to.deep.equal([]);
    expect(JSON.parse(plainEvent(shown))).to.deep.include({ record_type: 'checkpoint', note, tree_size: 42 });
    expect(
      [JSON.stringify(ocsfEvent(shown)), JSON.stringify(ecsEvent(shown))].map((text) =>
        text.includes(JSON.stringify(note)),
      ),
    ).to.deep.equal([true, true]);
    expect(cefEvent(shown)).not.to.include('\n');
    expect(parseCef(cefEvent(shown)).extensions.cs5).to.equal(note);
  });

  it('never treat a malformed checkpoint, or one of another trail, as a checkpoint', () => {
    const note = sampleCheckpoint().checkpoint?.note ?? '';
    const kept = { tenantId: 'acme', size: 42, keyId: 'aaaaaaaa', note };
    const wrong = [{ note: 'forged' }, { size: 43 }, { tenantId: 'umbra' }];
    expect(wrong.map((one) => exportedCheckpoint({ ...kept, ...one }, 'production'))).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('would not conform with a field unknown to OCSF, without a required one, or with another type', () => {
    const whole = ocsfEvent(once(sampleEvent('policy.published')));
    const { entity: _entity, ...without } = whole;
    for (const broken of [
      { ...whole, forged: 1 },
      without,
      { ...whole, time: '2026' },
      { ...whole, class_uid: 3003 },
    ])
      expect(ocsfFaults(broken)).not.to.deep.equal([]);
  });

  it('conform to the published field reference of ECS for every type and outcome', () => {
    const faults = everyEvent.map((event) => ecsFaults(ecsEvent(once(event))));
    expect(faults).to.deep.equal(everyEvent.map(() => []));
  });

  it('give an ECS category only the types that it expects', () => {
    const unexpected = Object.entries(EXPORT_MAPPING).flatMap(([eventType, { ecs: row }]) =>
      row.type
        .filter((type) => !row.category.some((one) => ecs.eventTypesOfCategory[one]?.includes(type)))
        .map(() => eventType),
    );
    expect(unexpected).to.deep.equal([]);
  });

  it('report a refused call as a failed API call, with what it requested', () => {
    const reported = (['denied', 'failure'] as const).map((outcome) => {
      const event = ocsfEvent(once(sampleEvent('session.terminated', { outcome })));
      return [event.class_uid, event.activity_id, event.type_uid, event.status_id];
    });
    expect(reported).to.deep.equal([
      [6003, 4, 600304, 2],
      [6003, 4, 600304, 2],
    ]);
    const denied = ecsEvent(once(sampleEvent('policy.published', { outcome: 'denied' })));
    expect(denied.event).to.deep.include({ category: ['api'], type: ['denied'], outcome: 'failure' });
  });

  it('mark a repeat as one, where the format has a field for it', () => {
    const repeat: ExportEvent = { event: sampleEvent('policy.published'), repeat: true };
    expect((ocsfEvent(repeat).metadata as { labels?: unknown }).labels).to.deep.equal(['replay']);
    expect(ecsEvent(repeat).tags).to.deep.equal(['replay']);
    expect(parseCef(cefEvent(repeat)).extensions).to.deep.include({ cn2: '1', cn2Label: 'replay' });
    expect(plainEvent(repeat)).to.equal(plainEvent({ ...repeat, repeat: false }));
  });
});

/** What a text becomes where control and direction characters are not allowed. */
const seenText = (text: string): string =>
  text
    .slice(0, 1023)
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
    .replace(/(?![\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');

describe('hostile texts in the formats of receivers', () => {
  const hostile = (text: string) =>
    sampleEvent('policy.published', {
      reason: text,
      actor: { actorType: 'user', actorId: text.slice(0, 128), authMethod: 'jwt' },
      relatedIds: [text.slice(0, 128)],
    });

  it('are one line of CEF with exactly the intended fields', () => {
    fc.assert(
      fc.property(anyReason, (text) => {
        const line = cefEvent(once(hostile(text)));
        for (const character of ['\r', '\n', '\u0000', '\u2028', '\u202E'])
          expect(line).not.to.include(character);
        const { header, extensions } = parseCef(line);
        expect(header).to.deep.equal([
          'CEF:0',
          'govgate',
          'govgate',
          '1.0',
          'policy.published',
          'Policy published',
          '3',
        ]);
        const harmless = parseCef(cefEvent(once(hostile('plain')))).extensions;
        expect(Object.keys(extensions)).to.have.members(
          text === '' ? Object.keys(extensions) : Object.keys(harmless),
        );
        expect([extensions.cs1, extensions.cs2, extensions.externalId]).to.deep.equal([
          harmless.cs1,
          harmless.cs2,
          harmless.externalId,
        ]);
        if (text !== '') expect(extensions.msg).to.equal(seenText(text));
      }),
      { numRuns: 500 },
    );
  });

  it('keep a syslog message below 8,192 octets', () => {
    const ids = Array.from({ length: 100 }, (_, i) => `${'i'.repeat(120)}${i}`);
    const fields = Array.from({ length: 200 }, (_, i) => `a.rather.long.name.of.a.field.${i}`);
    for (const text of HOSTILE_TEXTS) {
      const event = { ...hostile(text), relatedIds: ids, changedFields: fields };
      expect(new TextEncoder().encode(cefEvent(once(event))).length).to.be.below(8_000);
    }
  });

  it('are one valid JSON document in the other formats, confined to their own field', () => {
    fc.assert(
      fc.property(anyReason, (text) => {
        const event = hostile(text);
        const [plain, ocsf, document] = [
          plainEvent(once(event)),
          JSON.stringify(ocsfEvent(once(event))),
          JSON.stringify(ecsEvent(once(event))),
        ];
        for (const line of [plain, ocsf, document]) expect(line).not.to.match(/[\r\n]/);
        expect(JSON.parse(plain).reason).to.equal(text);
        expect(ocsfFaults(JSON.parse(ocsf))).to.deep.equal([]);
        expect(ecsFaults(JSON.parse(document))).to.deep.equal([]);
        expect(JSON.parse(ocsf).metadata.tenant_uid).to.equal('acme');
      }),
      { numRuns: 200 },
    );
  });
});
