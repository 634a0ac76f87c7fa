import { setTimeout as delay } from 'node:timers/promises';
import { sampleHash, sampleManifest } from '../samples/policy-samples.js';
import { ADMIN_TOKEN, type Answered, type Call } from '../test-service.js';
import type { RegisterOperation } from './linearizable.js';

const token = ADMIN_TOKEN;
const publishBody = { manifest_hash: sampleHash(), reason_code: 'race' };

/** What clients saw of the active version of one environment, which is a register: a publish writes it, a list reads it. */
export interface Recorded {
  readonly history: RegisterOperation[];
  /** The audit events of acknowledged publishes. */
  readonly acknowledged: string[];
  /** The number of answers per status; 0: no answer. */
  readonly statuses: Record<number, number>;
}

export const emptyRecord = (): Recorded => ({ history: [], acknowledged: [], statuses: {} });

/** Creates a draft for each client. */
export const createDrafts = async (
  call: Call,
  environmentId: string,
  versions: readonly string[],
): Promise<void> => {
  for (const policy_version of versions) {
    const body = { policy_version, owner: { user_id: 'ada', team: 'payments' }, body: sampleManifest() };
    const answer = await call(`/v1/policies?environment_id=${environmentId}`, { token, body });
    if (answer.status !== 201) throw new Error(answer.text);
  }
};

/** One client: publishes its version and reads which one is active, again and again. */
export class PublishClient {
  constructor(
    private readonly call: () => Call,
    private readonly environmentId: string,
    private readonly version: string,
    private readonly recorded: Recorded,
  ) {}

  async publish(useIfMatch: boolean): Promise<void> {
    const seen = useIfMatch ? await this.#ask(`/${this.version}`) : undefined;
    const headers: Record<string, string> =
      seen !== 'not_sent' && seen?.status === 200 ? { 'if-match': seen.json.etag } : {};
    const calledAt = performance.now();
    const answer = await this.#ask(`/${this.version}/publish`, { body: publishBody, headers });
    const answeredAt = performance.now();
    if (answer === 'not_sent') return;
    if (answer === undefined || answer.status >= 500)
      return this.#note('write', this.version, calledAt, Number.POSITIVE_INFINITY);
    if (answer.status !== 200) return;
    const event = answer.json.audit_event_id;
    // Without an event nothing was published: the version was already active.
    this.#note(event === null ? 'read' : 'write', this.version, calledAt, answeredAt);
    if (event !== null) this.recorded.acknowledged.push(event);
  }

  async look(): Promise<void> {
    const calledAt = performance.now();
    const answer = await this.#ask('');
    if (answer === 'not_sent' || answer?.status !== 200) return;
    const active = answer.json.items.filter(({ status }: { status: string }) => status === 'active');
    const names = active.map(({ policy_version }: { policy_version: string }) => policy_version);
    // Two active versions are recorded as one that nobody wrote.
    this.#note('read', names.length === 0 ? null : names.join(' and '), calledAt, performance.now());
  }

  async #ask(path: string, request: Parameters<Call>[1] = {}): Promise<Answered | 'not_sent' | undefined> {
    const url = `/v1/policies${path}?environment_id=${this.environmentId}`;
    const answer = await this.call()(url, { token, ...request }).catch(whyNot);
    const { statuses } = this.recorded;
    const status = typeof answer === 'object' ? answer.status : 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    // Hammering on a dead process proves nothing.
    if (answer === 'not_sent') await delay(20);
    return answer;
  }

  #note(kind: 'read' | 'write', value: string | null, calledAt: number, answeredAt: number): void {
    this.recorded.history.push({ kind, value, calledAt, answeredAt });
  }
}

/** An event of the trail, as far as races ask for it. */
export interface PublishEvent {
  readonly audit_event_id: string;
  readonly related_ids: readonly string[];
  readonly resource: { readonly resource_id: string };
}

/** The successful publishes of an environment, in the order of the trail. */
export const publishEvents = async (call: Call, environmentId: string): Promise<readonly PublishEvent[]> => {
  const answer = await call('/v1/audit/export', { token });
  return answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(
      (event) =>
        event.event_type === 'policy.published' &&
        event.outcome === 'success' &&
        event.environment_id === environmentId,
    );
};

// A connection that was refused carried nothing; of one that broke nobody knows what became of the call.
const whyNot = ({ code }: { readonly code?: string }): 'not_sent' | undefined =>
  code === 'ECONNREFUSED' ? 'not_sent' : undefined;
