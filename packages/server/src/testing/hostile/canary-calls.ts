import { allOperations, type Operation } from '@govgate/adapter-http';
import { type OperationSample, sampleUrl } from '../samples/operation-sample.js';
import { sampleOf } from '../samples/send-sample.js';
import type { Answered } from '../test-service.js';
import { CREDENTIAL_FORMS } from './canaries.js';
import type { CanaryBench } from './canary-bench.js';
import { bodyWith, type TextPosition, textPositions } from './text-positions.js';

const FORMS = Object.values(CREDENTIAL_FORMS);
// One that breaks the pattern of an id, and one that fits it.
const PATTERN_FORMS = [...FORMS.slice(0, 1), ...FORMS.slice(-1)];

const guarded = allOperations.filter(({ permission }) => permission !== 'public');
const scope = 'tenant_id=default&environment_id=production';

/** The arguments of a call that a gateway asks about, and a text that is checked: they may be anything, and nothing may come of them. */
const KEPT_NOWHERE: ReadonlySet<string> = new Set(['checkCall params', 'checkPolicyText text']);

/** Sends canaries to a service wherever a caller could put a secret, and notes what was not refused as it must be. */
export class CanaryCalls {
  readonly #bench: CanaryBench;
  /** How many canaries were sent. */
  sent = 0;
  /** What the service accepted although it contained a secret. */
  readonly accepted: string[] = [];
  /** Free texts with a credential whose answer was not `forbidden_material` with the field's name. */
  readonly unnamed: string[] = [];
  /** Free texts where even an ordinary text is refused: their refusals would prove nothing. */
  readonly unreached: string[] = [];
  /** How many free texts there are. */
  freeTexts = 0;

  constructor(bench: CanaryBench) {
    this.#bench = bench;
  }

  /** Sends a sample or a variant of it in the tenant that has the samples' records. */
  send(operation: Operation, over: Partial<OperationSample> = {}): Promise<Answered> {
    const sample = { ...sampleOf(operation), ...over };
    return this.#bench.call(sampleUrl(operation.path, sample), {
      method: operation.method.toUpperCase(),
      token: this.#bench.sampleToken,
      ...(operation.body === undefined ? {} : { body: sample.body ?? {} }),
      headers: { ...sample.headers },
    });
  }

  async #sendCanary(operation: Operation, where: string, over: Partial<OperationSample>): Promise<Answered> {
    this.sent += 1;
    const answer = await this.send(operation, over);
    const field = `${operation.id} ${where}`;
    if (answer.status < 300 && !KEPT_NOWHERE.has(field)) this.accepted.push(field);
    return answer;
  }

  /** Credentials in every text of a body and a query that the OpenAPI document describes. */
  async sendTexts(): Promise<void> {
    for (const operation of guarded)
      for (const position of textPositions(operation)) await this.#sendText(operation, position);
  }

  async #sendText(operation: Operation, position: TextPosition): Promise<void> {
    if (position.free) this.freeTexts += 1;
    for (const write of position.free ? FORMS : PATTERN_FORMS) {
      const over = withText(operation, position, write(this.#bench.secret.next()));
      const answer = await this.#sendCanary(operation, position.field, over);
      if (position.free) this.#holdNamed(operation, position, answer);
    }
  }

  #holdNamed(operation: Operation, { field }: TextPosition, { status, json }: Answered): void {
    if (status === 422 && json.reasonCode === 'forbidden_material' && json.field === field) return;
    this.unnamed.push(`${operation.id} ${field}: ${status} ${json?.reasonCode} ${json?.field}`);
  }

  /** Ordinary texts in place of the credentials: whatever refuses these would also have refused the others, whatever they contained. */
  async tryOrdinaryTexts(): Promise<void> {
    // What removes the record comes last.
    const inOrder = [...guarded].sort((a, b) => Number(endsRecords(a)) - Number(endsRecords(b)));
    for (const operation of inOrder) {
      for (const position of textPositions(operation).filter(({ free }) => free)) {
        if (hasRuleOfItsOwn(position)) continue;
        const { status, text, json } = await this.send(
          operation,
          withText(operation, position, 'ask ada@corp.example'),
        );
        // A conflict with what an earlier text did is reported only after every check of the text, and so is an unreachable live server, and
        // a call that is another one by its text.
        const isAnother = operation.id === 'requestApproval' && json?.reasonCode === 'invalid_request';
        const isLater = status === 409 || status === 412 || json?.field === 'manifest.endpoint' || isAnother;
        if (!operation.successes.includes(status) && !isLater)
          this.unreached.push(`${operation.id} ${position.field}: ${text}`);
      }
    }
  }

  /** What no field takes: values of another shape, texts that are too long, ids that are none, unknown parameters. */
  async sendMisfits(): Promise<void> {
    const { secret } = this.#bench;
    for (const operation of guarded) {
      const { body = {}, query, params } = sampleOf(operation);
      for (const field of operation.body === undefined ? [] : Object.keys(body)) {
        const write = FORMS[this.sent % FORMS.length] ?? String;
        await this.#sendCanary(operation, field, {
          body: { ...body, [field]: { nested: write(secret.next()) } },
        });
        const long = `${secret.next()} ${'x'.repeat(2_000)}`;
        await this.#sendCanary(operation, field, { body: { ...body, [field]: long } });
      }
      for (const name of Object.keys(params)) {
        await this.#sendCanary(operation, name, { params: { ...params, [name]: `${secret.next()} !` } });
        for (const write of FORMS)
          await this.#sendCanary(operation, name, { params: { ...params, [name]: write(secret.next()) } });
      }
      for (const name of [...Object.keys(query), 'surprise'])
        await this.#sendCanary(operation, name, { query: { ...query, [name]: `${secret.next()} !` } });
    }
  }

  /** Headers, bodies that are no JSON, and addresses that are none. */
  async sendHeaders(): Promise<void> {
    const { secret, adminToken: token } = this.#bench;
    const publish = `/v1/policies/pv_none/publish?${scope}`;
    for (const headers of callerHeaders(() => secret.next())) {
      this.sent += 1;
      await this.#bench.call('/v1/identity/me', { headers });
      await this.#bench.call(publish, { headers, body: {} });
    }
    for (const headers of [
      { 'if-match': `"${secret.next()}"` },
      { 'idempotency-key': secret.next() },
      { 'content-type': `text/${secret.next()}` },
    ]) {
      this.sent += 1;
      await this.#bench.call(publish, { token, headers, body: {} });
    }
    for (const body of [
      `{"a":"${secret.next()}`,
      `["${secret.next()}"]`,
      `{"__proto__":{"a":"${secret.next()}"}}`,
    ]) {
      this.sent += 1;
      await this.#bench.call(`/v1/policies?${scope}`, { token, body });
    }
    await this.#bench.call(`/v1/identity/me?access_token=${secret.next()}`);
    await this.#bench.call(`/v1/${secret.next()}`);
  }

  /** A bundle with a credential in each of its texts, ids and all. */
  async sendBundle(): Promise<string> {
    const bundle: unknown = JSON.parse(await this.#bench.cli(['export']));
    const said: string[] = [];
    for (const write of FORMS) {
      const spoilt = JSON.parse(JSON.stringify(bundle), (key, value) => {
        if (typeof value !== 'string' || key === 'schema_version' || key === 'schemaVersion') return value;
        this.sent += 1;
        return write(this.#bench.secret.next());
      });
      said.push(await this.#bench.import(spoilt));
    }
    return said.join('');
  }
}

const withText = (operation: Operation, position: TextPosition, text: string): Partial<OperationSample> => {
  const sample = sampleOf(operation);
  if (position.part === 'body') return { body: bodyWith(operation, sample.body, position, text) };
  return { query: { ...sample.query, [String(position.path[0])]: text } };
};

const endsRecords = ({ id }: Operation): boolean => id === 'deregisterDataPlane';

// An actor must be the caller, a draft's text replaces its body, and only a denied tool has a reason for that.
const WITH_RULES = ['actorId', 'actor_id', 'text', 'manifest.tools.0.denied_reason'];
const hasRuleOfItsOwn = ({ field }: TextPosition): boolean => WITH_RULES.includes(field);

const callerHeaders = (secret: () => string): readonly Readonly<Record<string, string>>[] => [
  { authorization: `Bearer ${secret()}` },
  { authorization: `Bearer ggw_${secret()}` },
  { authorization: `Basic ${Buffer.from(`user:${secret()}`).toString('base64')}` },
  { authorization: secret() },
  {
    authorization: `Bearer ${Buffer.from(`{"alg":"none","kid":"${secret()}"}`).toString('base64url')}.e30.e30`,
  },
  { cookie: `session=${secret()}` },
  { 'proxy-authorization': `Bearer ${secret()}` },
  { 'x-api-key': secret() },
  { 'x-request-id': `${secret()} ?` },
  { 'x-forwarded-for': secret() },
];
