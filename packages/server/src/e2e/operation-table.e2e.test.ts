import { allOperations, type Operation } from '@govgate/adapter-http';
import { idempotencyKind } from '@govgate/ports';
import { expect } from 'chai';
import { describeWithMongo } from '../../../../tools/test-services/require-service.js';
import {
  asRepeated,
  expectRefusal,
  expectSchema,
  personLacking,
  withoutRequestId,
} from '../testing/expectations.js';
import { type OperationSample, sampleUrl } from '../testing/samples/operation-sample.js';
import { OPERATION_SAMPLES, SAMPLE_RECORDS } from '../testing/samples/operation-samples.js';
import { type Answered, startTestService, type TestService } from '../testing/test-service.js';
import { MongoWorlds } from '../testing/worlds/mongo-worlds.js';
import { SqliteWorlds } from '../testing/worlds/sqlite-worlds.js';
import {
  makeWorld,
  OTHER_TENANT,
  type PersonName,
  putRecords,
  TENANT,
  type Tokens,
} from '../testing/worlds/world.js';

const guarded = allOperations.filter(({ permission }) => permission !== 'public');
/** Whether it only reads, so that it may run in a shared world. */
const readsOnly = ({ audited }: Operation): boolean => audited === undefined;
// A list or a create that takes no tenant: callers ask in their own.
const actsInOwnTenant = ({ scope, path }: Operation): boolean =>
  scope === 'path' || (scope === 'environment' && !path.includes(':'));
const isTenantRecord = ({ scope }: Operation): boolean => scope === 'tenant' || scope === 'none';

/** A service, and a token for each person in its world. */
interface World {
  readonly service: TestService;
  readonly tokens: Tokens;
}

const fillWorld = async ({ ports }: TestService): Promise<Tokens> => {
  const tokens = await makeWorld(ports);
  await putRecords(ports, TENANT, SAMPLE_RECORDS);
  return tokens;
};

/** The initial worlds of a store. */
interface Worlds {
  /** One for everything that changes nothing. */
  readonly start: () => Promise<World>;
  /** One for each operation that changes something. */
  readonly startOwn: () => Promise<World>;
  /** Whether malformed requests are tried too: they are refused before any store is read, so one store is enough. */
  readonly malformed: boolean;
}

const holdEveryOperation = ({ start, startOwn, malformed }: Worlds): void => {
  let service: TestService;
  let tokens: Tokens;

  // Refusals and reads change nothing, so they share one service; what changes something gets a world of its own.
  let shared: World;

  before(async () => {
    shared = await start();
    ({ service, tokens } = shared);
  });

  after(() => shared.service.stop());

  const itInOwnWorld = (rule: string, test: () => Promise<void>): void => {
    it(rule, async () => {
      ({ service, tokens } = await startOwn());
      try {
        await test();
      } finally {
        await service.stop();
        ({ service, tokens } = shared);
      }
    });
  };

  const send = (
    operation: Operation,
    sample: OperationSample,
    as: PersonName | undefined,
    over: Partial<OperationSample> & { extra?: Record<string, string> } = {},
  ) => {
    const request = { ...sample, ...over };
    return service.call(sampleUrl(operation.path, request), {
      method: operation.method.toUpperCase(),
      token: as === undefined ? undefined : tokens[as],
      ...(operation.body === undefined ? {} : { body: request.body ?? {} }),
      headers: { ...request.headers, ...over.extra },
    });
  };

  it('has a sample for each operation, and no others', () => {
    expect(Object.keys(OPERATION_SAMPLES).sort()).to.deep.equal(guarded.map(({ id }) => id).sort());
  });

  const malformedBodyTests = (operation: Operation, sample: OperationSample): void => {
    const body = sample.body ?? {};

    it('refuses an unknown field by its name and does not echo it', async () => {
      const answer = await send(operation, sample, 'admin', {
        body: { ...body, surprise: 'canary-value' },
      });
      // A standard that we follow may require ignoring unknown members; they are never echoed.
      if (operation.foreignForm) expect(answer.status).to.equal(200);
      else expectRefusal(answer, 400, 'unknown_field', 'surprise');
      expect(answer.text).not.to.contain('canary-value');
    });

    for (const field of Object.keys(body)) {
      it(`refuses a broken ${field} by its name and does not echo it`, async () => {
        const broken = typeof body[field] === 'object' ? 'canary-value' : { canary: 'canary-value' };
        const answer = await send(operation, sample, 'admin', { body: { ...body, [field]: broken } });
        expectRefusal(answer, 400, ['invalid_request', 'actor_id_not_allowed']);
        expect(answer.json.field).to.match(new RegExp(`^${field}`));
        expect(answer.text).not.to.contain('canary');
      });
    }

    for (const [what, sent, status, reasonCode] of [
      ['is no JSON', '{"a":', 400, 'invalid_json'],
      ['is a list', '[]', 400, 'invalid_request'],
      ['reaches for a prototype', '{"__proto__":{"a":1}}', 400, 'invalid_request'],
      ['is nested too deep', `{"a":${'['.repeat(80)}${']'.repeat(80)}}`, 400, 'invalid_request'],
      ['is too large', JSON.stringify({ a: 'x'.repeat(operation.bodyLimit) }), 413, 'payload_too_large'],
    ] as const) {
      it(`refuses a body that ${what}`, async () => {
        const answer = await service.call(sampleUrl(operation.path, sample), {
          method: operation.method.toUpperCase(),
          token: tokens.admin,
          body: sent,
        });
        expectRefusal(answer, status, reasonCode);
      });
    }

    it('refuses a body that is not JSON by its media type', async () => {
      const extra = { 'content-type': 'text/plain' };
      const [status, reasonCode] = operation.foreignForm
        ? ([400, 'invalid_request'] as const)
        : ([415, 'unsupported_media_type'] as const);
      expectRefusal(await send(operation, sample, 'admin', { extra }), status, reasonCode);
    });
  };

  const actorTests = (operation: Operation, sample: OperationSample): void => {
    const body = sample.body ?? {};
    const { actorField } = operation;
    if (actorField !== undefined) {
      const itHere = actorField.rule === 'forbidden' ? it : itInOwnWorld;
      itHere(`holds the ${actorField.name} of the body against the caller`, async () => {
        const other = await send(operation, sample, 'admin', {
          body: { ...body, [actorField.name]: 'somebody-else' },
        });
        if (actorField.rule === 'forbidden')
          expectRefusal(other, 400, 'actor_id_not_allowed', actorField.name);
        else expectRefusal(other, 403, 'actor_mismatch', actorField.name);
        if (actorField.rule === 'forbidden') return;
        const own = await send(operation, sample, 'admin', { body: { ...body, [actorField.name]: 'ada' } });
        expect(own.status, own.text).to.be.oneOf(operation.successes);
        expect(own.headers.get('deprecation')).not.to.equal(null);
      });
    }
  };

  const changeTests = (operation: Operation, sample: OperationSample): void => {
    it('audits a refusal in the terms of the operation', async () => {
      const { audited } = operation;
      await send(operation, sample, 'admin', { extra: { 'content-type': 'text/plain' } });
      const [event] = (
        await service.call(`/v1/audit/events?tenant_id=${TENANT}&limit=1`, { token: tokens.admin })
      ).json.items;
      expect([event.event_type, event.outcome, event.reason_code, event.actor.actor_id]).to.deep.equal([
        audited?.eventType,
        'failure',
        'unsupported_media_type',
        'ada',
      ]);
    });

    describe('in its own world', () => {
      const extra = { 'idempotency-key': 'key-1' };
      let first: Answered;

      before(async () => {
        ({ service, tokens } = await startOwn());
        first = await send(operation, sample, 'admin', { extra });
      });

      after(async () => {
        await service.stop();
        ({ service, tokens } = shared);
      });

      it('succeeds, in the shape of its schema', () => expectSuccess(operation, first));

      it('answers a repeated Idempotency-Key with the first answer and changes nothing more', async () => {
        const before = await headSequence();
        const second = await send(operation, sample, 'admin', { extra });
        expect([second.status, withoutRequestId(second)]).to.deep.equal([
          first.status,
          asRepeated(operation, first),
        ]);
        expect(second.headers.get('x-request-id')).not.to.equal(first.headers.get('x-request-id'));
        expect(await headSequence()).to.equal(before);
      });

      it('refuses the Idempotency-Key with another body', async () => {
        const other = await send(operation, sample, 'admin', {
          extra,
          body: { ...sample.body, reason_code: 'another_one' },
        });
        expectRefusal(
          other,
          operation.body === undefined || 'reason_code' in (sample.body ?? {}) ? 422 : other.status,
          ['idempotency_key_reused', 'unknown_field'],
        );
      });

      it('answers a second sending as declared', async () => {
        const again = await send(operation, sample, 'admin');
        expect(again.status, again.text).to.equal(sample.again ?? operation.successes[0]);
      });
    });
  };

  const headSequence = async (): Promise<number> => (await service.ports.auditTrail.head(TENANT)).sequence;

  const readTests = (operation: Operation, sample: OperationSample): void => {
    it('succeeds, in the shape of its schema', async () => {
      expectSuccess(operation, await send(operation, sample, 'admin'));
    });

    it('keeps no answer for an Idempotency-Key', async () => {
      expectSuccess(
        operation,
        await send(operation, sample, 'admin', { extra: { 'idempotency-key': 'read' } }),
      );
      expect(await service.ports.records.count(idempotencyKind, { tenantId: TENANT })).to.equal(0);
    });
  };

  const callerTests = (operation: Operation, sample: OperationSample): void => {
    it('answers 401 without a token and with a wrong one', async () => {
      expectRefusal(await send(operation, sample, undefined), 401, 'unauthenticated');
      const wrong = await send(operation, sample, undefined, {
        extra: { authorization: 'Bearer wrong' },
      });
      expectRefusal(wrong, 401, 'token_invalid');
      expect(wrong.headers.get('www-authenticate')).to.equal('Bearer');
    });

    const lacking = personLacking(operation);
    if (lacking !== undefined) {
      it('answers 403 to a caller of the environment who lacks the permission', async () => {
        expectRefusal(await send(operation, sample, lacking), 403, 'permission_denied');
      });
    }

    if (actsInOwnTenant(operation)) {
      const itHere = readsOnly(operation) ? it : itInOwnWorld;
      itHere('keeps a caller of another tenant to what is theirs', async () => {
        const answer = await send(operation, sample, 'foreign');
        expect(answer.status, answer.text).to.be.oneOf(operation.successes);
        if (!operation.foreignForm)
          expect(answer.json.tenantId ?? answer.json.tenant_id).to.equal(OTHER_TENANT);
        expect(answer.text).not.to.contain(`"${TENANT}"`);
      });
    } else if (operation.permission !== 'authenticated') {
      it('keeps a caller of another tenant out', async () => {
        expectRefusal(await send(operation, sample, 'foreign'), operation.path.includes(':') ? 404 : 403, [
          'not_found',
          'scope_forbidden',
        ]);
      });
    }

    if (operation.permission !== 'authenticated') {
      it('keeps a caller without any grant out', async () => {
        const answer = await send(operation, sample, 'nobody');
        expect(answer.status).to.be.oneOf([403, 404]);
        expect(answer.json.reasonCode).to.be.oneOf(['not_found', 'scope_forbidden', 'permission_denied']);
      });
    }

    if (operation.permission !== 'authenticated' && !isTenantRecord(operation)) {
      it('keeps a caller of another environment out', async () => {
        const answer = await send(operation, sample, 'staging');
        expect(answer.status).to.be.oneOf([403, 404]);
        expect(answer.json.reasonCode).to.be.oneOf(['not_found', 'scope_forbidden']);
      });
    }
  };

  const malformedQueryTests = (operation: Operation, sample: OperationSample): void => {
    it('refuses an unknown query parameter by its name', async () => {
      const query = { ...sample.query, surprise: 'canary-value' };
      const answer = await send(operation, sample, 'admin', { query });
      expectRefusal(answer, 400, 'unknown_field', 'surprise');
      expect(answer.text).not.to.contain('canary-value');
    });

    it('refuses a parameter that is sent twice', async () => {
      const name = Object.keys(sample.query)[0] ?? 'surprise';
      const url = sampleUrl(operation.path, sample);
      const twice = `${url}${url.includes('?') ? '&' : '?'}${name}=a&${name}=b`;
      const answer = await service.call(twice, {
        method: operation.method.toUpperCase(),
        token: tokens.admin,
        ...(operation.body === undefined ? {} : { body: sample.body ?? {} }),
      });
      expectRefusal(answer, 400, 'invalid_request', name);
    });
  };

  for (const operation of guarded) {
    const sample = OPERATION_SAMPLES[operation.id];
    if (sample === undefined) continue;

    describe(operation.id, () => {
      if (readsOnly(operation)) readTests(operation, sample);
      else changeTests(operation, sample);
      callerTests(operation, sample);
      actorTests(operation, sample);
      if (!malformed) return;
      malformedQueryTests(operation, sample);
      if (operation.body !== undefined) malformedBodyTests(operation, sample);
    });
  }
};

const expectSuccess = (operation: Operation, answer: Answered): void => {
  expect(answer.status, answer.text).to.be.oneOf(operation.successes);
  expect(answer.status, answer.text).to.be.below(300);
  expect(answer.headers.get('cache-control')).to.equal('no-store');
  expectSchema(operation, answer);
};

describe('every operation of the registry, on sqlite', () => {
  let worlds: SqliteWorlds<Tokens>;
  before(() => {
    worlds = new SqliteWorlds(fillWorld);
  });
  after(() => worlds.drop());

  const start = async (): Promise<World> => {
    const { service, world } = await worlds.open();
    return { service, tokens: world };
  };
  holdEveryOperation({ start, startOwn: start, malformed: true });
});

describeWithMongo('every operation of the registry, on mongo', () => {
  let worlds: MongoWorlds<Tokens>;
  before(() => {
    worlds = new MongoWorlds(fillWorld);
  });
  after(() => worlds.drop());

  holdEveryOperation({
    start: async () => {
      const service = await startTestService({ on: 'mongo' });
      return { service, tokens: await fillWorld(service) };
    },
    startOwn: async () => {
      const { service, world } = await worlds.open();
      return { service, tokens: world };
    },
    malformed: false,
  });
});
