import { allOperations, type Operation } from '@govgate/adapter-http';
import { expect } from 'chai';
import { findLeaks, formsOf, type Leak } from '../../testing/hostile/canaries.js';
import { CanaryBench } from '../../testing/hostile/canary-bench.js';
import { CanaryCalls } from '../../testing/hostile/canary-calls.js';
import { newIdsOf, renamed } from '../../testing/hostile/id-positions.js';
import { tellProof } from '../../testing/proof-record.js';
import { type OperationSample, sampleUrl } from '../../testing/samples/operation-sample.js';
import { sampleOf } from '../../testing/samples/send-sample.js';
import { TENANT } from '../../testing/worlds/world.js';

const guarded = allOperations.filter(({ permission }) => permission !== 'public');

describe('R1: no secret leaves', () => {
  const bench = new CanaryBench();
  const calls = new CanaryCalls(bench);
  let places: readonly { readonly where: string; readonly text: string }[];
  let imported: string;

  const send = (operation: Operation, sample: OperationSample, token = bench.adminToken) =>
    bench.call(sampleUrl(operation.path, sample), {
      method: operation.method.toUpperCase(),
      token,
      ...(operation.body === undefined ? {} : { body: sample.body ?? {} }),
      headers: { ...sample.headers },
    });

  /** Records with references that the store keeps for itself. */
  const writeKept = async (): Promise<void> => {
    const { kept } = bench;
    const changed: Record<string, Record<string, unknown>> = {
      createDestination: {
        endpoint_secret_ref: `env:${bench.variable('URL')}`,
        token_secret_ref: `env:${bench.variable('TOKEN')}`,
        signing_key_ref: `env:${bench.variable('KEY')}`,
      },
      createCredentialBinding: { secretRef: `kv/payments/${kept.next()}/invoices` },
      registerDataPlane: { readinessProbeRef: `env:${bench.variable('URL')}` },
    };
    for (const [id, fields] of Object.entries(changed)) {
      const operation = operationNamed(id);
      const sample = inDefault(sampleOf(operation));
      const answer = await send(
        operation,
        { ...sample, body: { ...sample.body, ...fields } },
        bench.apiToken,
      );
      // The API token's user holds no role: refused first, then made by the admin.
      expect(answer.status, answer.text).to.be.oneOf([403, 404]);
      const made = await send(operation, { ...sample, body: { ...sample.body, ...fields } });
      expect(made.status, made.text).to.equal(201);
      calls.sent += Object.keys(fields).length;
    }
    const tested = await bench.call('/v1/siem-webhooks/dst_new/test', {
      token: bench.adminToken,
      body: { tenant_id: 'default', environment_id: 'production', reason_code: 'routine' },
    });
    expect(tested.json.delivery_status?.reason_code, tested.text).to.equal('delivered');
  };

  /** Everything that can be requested, about what exists now. */
  const readAll = async (): Promise<void> => {
    const ids = new Map(
      allOperations.flatMap(({ id }) => {
        const made = id === 'readIdentity' ? [] : newIds(id);
        return made.map((newId) => [newId, newId] as const);
      }),
    );
    for (const operation of guarded.filter(({ method }) => method === 'get')) {
      await send(operation, inDefault(sampleOf(operation)));
      await calls.send(operation);
      for (const newId of ids.keys()) {
        const { params, query } = inDefault(sampleOf(operation));
        const [name] = Object.keys(params);
        if (name !== undefined) await send(operation, { params: { ...params, [name]: newId }, query });
      }
    }
    for (const path of ['/healthz', '/readyz', '/v1/openapi.json']) await bench.call(path);
    await bench.cli(['export']);
    await bench.cli(['audit', 'verify']);
  };

  before(async function () {
    this.timeout(240_000);
    await bench.start();
    await writeKept();
    await calls.sendHeaders();
    await calls.sendTexts();
    await calls.sendMisfits();
    imported = await calls.sendBundle();
    await readAll();
    await calls.tryOrdinaryTexts();
    places = await bench.left();
  });

  after(() => bench.dispose());

  const inPlaces = (secret: string, where = places): readonly Leak[] =>
    where.flatMap((place) => findLeaks(secret, place.where, place.text));
  const ofTokens = (where = places): readonly Leak[] =>
    [bench.apiToken, bench.sampleToken].flatMap((token) => inPlaces(token.slice(-38), where));

  it('gives no secret away in answers, headers, logs, exports or outbound bodies, in any form', () => {
    const leaks = [...inPlaces(bench.secret.text), ...inPlaces(bench.kept.text), ...ofTokens()];
    tellProof({ id: 'R1', what: 'canaries in all that leaves', trials: calls.sent, broken: leaks.length });
    expect(leaks.slice(0, 10)).to.deep.equal([]);
    expect(calls.sent).to.be.greaterThan(2_000);
    expect(places.map(({ where }) => where)).to.include.members(['log', 'outbound body', 'govgate export']);
  });

  it('accepts no credential in any field, and names the field where free text is allowed', () => {
    tellProof({
      id: 'R1',
      what: 'free texts that take a credential in, or refuse it for another reason',
      trials: calls.freeTexts,
      broken: new Set([...calls.accepted, ...calls.unnamed]).size,
    });
    expect(calls.accepted).to.deep.equal([]);
    expect(calls.unnamed).to.deep.equal([]);
    expect(calls.freeTexts).to.be.greaterThan(90);
  });

  it('asked about records that are there: an ordinary text comes in where a credential was refused', () => {
    expect(calls.unreached).to.deep.equal([]);
  });

  it('imports no bundle with a credential, and names its position', () => {
    const answers = imported.split('\n').filter((line) => line.includes('"accepted"'));
    expect(new Set(answers.map((line) => line.trim()))).to.deep.equal(new Set(['"accepted": false,']));
    expect(imported).to.match(/"path": "users\[0\]\.display_name",\s*"reason_code": "forbidden_material"/);
  });

  it('keeps tokens, secret values and refused content out of the store’s files', () => {
    const files = bench.files();
    const leaks = [...inPlaces(bench.secret.text, files), ...ofTokens(files)];
    tellProof({
      id: 'R1',
      what: 'canaries in the files of the store',
      trials: calls.sent,
      broken: leaks.length,
    });
    expect(leaks.slice(0, 10)).to.deep.equal([]);
    // The search does cover the files.
    expect(inPlaces(bench.kept.text, files).length).to.be.greaterThan(0);
  });

  for (const form of Object.keys(formsOf('any'))) {
    it(`detects an envelope that echoes what was sent, ${form}`, () => {
      const { secret } = bench;
      const planted = [0, 1, 2].map((offset) => {
        const sent = `${'p'.repeat(offset)}${secret.text}-tail`;
        return { where: 'planted', text: `{"message":"invalid ${echoIn(form, sent)}"}` };
      });
      expect(
        planted.flatMap(({ where, text }) => findLeaks(secret.text, where, text)).length,
      ).to.be.greaterThan(0);
    });
  }
});

const inDefault = (sample: OperationSample): OperationSample =>
  renamed(sample, new Map([[TENANT, 'default']]));

const operationNamed = (id: string): Operation => {
  const operation = allOperations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return operation;
};

const newIds = (id: string): readonly string[] => {
  const operation = operationNamed(id);
  return operation.permission === 'public' ? [] : newIdsOf(sampleOf(operation));
};

const echoIn = (form: string, sent: string): string => {
  const bytes = Buffer.from(sent);
  if (form.startsWith('base64url')) return bytes.toString('base64url');
  if (form.startsWith('base64')) return bytes.toString('base64');
  if (form === 'hex') return bytes.toString('hex');
  if (form === 'capital hex') return bytes.toString('hex').toUpperCase();
  if (form === 'URL-encoded') return [...bytes].map((byte) => `%${byte.toString(16)}`).join('');
  if (form.startsWith('URL')) return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
  return sent;
};
