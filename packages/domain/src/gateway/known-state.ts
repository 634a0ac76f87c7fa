import type { ClientSession } from '../client-session/client-session.js';
import { type CompiledPolicy, compilePolicy } from '../policy/compile-policy.js';
import type { PolicyManifest } from '../policy/manifest.js';
import type { Scope } from '../scope.js';
import { activePolicyFromWire } from '../wire/active-policy-from-wire.js';
import { type GovernedServer, mcpServerFromWire } from '../wire/mcp-server-from-wire.js';
import { readId, readMember, readNullable, readObject, readWord } from '../wire/read-wire.js';
import { sessionFromWire } from '../wire/session-from-wire.js';
import { Feed } from './feed.js';
import type { GatewayClient } from './gateway-client.js';
import { KeptAnswer } from './kept-answer.js';

const POLICY_FRESH_MS = 1_000;
const RECORD_FRESH_MS = 5_000;
/** Sessions, servers and bindings that are kept, of each. */
const MOST_KEPT = 10_000;

/** The policy in force. */
export interface KnownPolicy extends Scope {
  readonly policyVersion: string;
  readonly manifest: PolicyManifest;
  readonly compiled: CompiledPolicy;
}

/** An answer about it, which the client gives again while it holds, so that a policy is compiled once. */
interface ReadPolicy {
  readonly answer: object;
  readonly policy: KnownPolicy | null;
}

/** What an enforcer needs besides the client. */
export interface Reading {
  readonly environmentId: string;
  readonly now: () => number;
  readonly failed: (what: string, error: unknown) => void;
}

/** What govgate says of one environment, as it is asked about. */
export class KnownState {
  readonly feed: Feed;
  readonly #policy: KeptAnswer<ReadPolicy>;
  readonly #sessions: Kept<ClientSession>;
  readonly #servers: Kept<GovernedServer>;
  readonly #bindings: Kept<boolean>;

  constructor(client: GatewayClient, reading: Reading) {
    const { environmentId: environment_id, now, failed } = reading;
    this.feed = new Feed(client, environment_id, now, (error) => failed('revocations', error));
    const readPolicy = async (before: ReadPolicy | undefined): Promise<ReadPolicy> => {
      const answer = await client.readActivePolicy({ environment_id }, { ifNoneMatch: before?.answer });
      return answer === before?.answer ? before : { answer, policy: policyIn(answer, environment_id) };
    };
    this.#policy = new KeptAnswer(readPolicy, POLICY_FRESH_MS, now, (error) => failed('policy', error));
    this.#sessions = new Kept(reading, 'session', async (client_session_id) => {
      const session = sessionFromWire(await client.readSession({ environment_id, client_session_id }));
      return assertThis(
        session.clientSessionId === client_session_id && isOf(session, environment_id),
        session,
      );
    });
    this.#servers = new Kept(reading, 'server', async (server_id) => {
      const server = mcpServerFromWire(await client.readMcpServer({ environment_id, server_id }));
      return assertThis(server.serverId === server_id && isOf(server, environment_id), server);
    });
    this.#bindings = new Kept(reading, 'binding', async (credential_binding_id) =>
      isUsable(
        await client.readCredentialBinding({ environment_id, credential_binding_id }),
        credential_binding_id,
      ),
    );
  }

  /** The policy in force: null where none is, undefined where that is unknown. */
  async policy(): Promise<KnownPolicy | null | undefined> {
    return (await this.#policy.current())?.policy;
  }

  forgetPolicy(): void {
    this.#policy.forget();
  }

  session(id: string): Promise<ClientSession | undefined> {
    return this.#sessions.current(id);
  }

  server(serverId: string): Promise<GovernedServer | undefined> {
    return this.#servers.current(serverId);
  }

  /** Whether each of the bindings may be used. */
  async areUsable(bindingIds: readonly string[]): Promise<boolean> {
    const usable = await Promise.all(bindingIds.map((id) => this.#bindings.current(id)));
    return usable.every((isOne) => isOne === true);
  }
}

/** Answers about records, by id; of many, those asked about last. */
class Kept<T> {
  readonly #answers = new Map<string, KeptAnswer<T>>();

  constructor(
    private readonly reading: Reading,
    private readonly what: string,
    private readonly read: (id: string) => Promise<T>,
  ) {}

  current(id: string): Promise<T | undefined> {
    const { now, failed } = this.reading;
    const answer =
      this.#answers.get(id) ??
      new KeptAnswer(
        () => this.read(id),
        RECORD_FRESH_MS,
        now,
        (error) => failed(this.what, error),
      );
    this.#answers.delete(id);
    this.#answers.set(id, answer);
    const [oldest] = this.#answers.size > MOST_KEPT ? this.#answers.keys() : [];
    if (oldest !== undefined) this.#answers.delete(oldest);
    return answer.current();
  }
}

const policyIn = (answer: object, environmentId: string): KnownPolicy | null => {
  const active = activePolicyFromWire(answer);
  if (active === null) return null;
  assertThis(isOf(active, environmentId), undefined);
  return { ...active, compiled: compilePolicy(active.manifest) };
};

const isOf = (scope: Scope, environmentId: string): boolean => scope.environmentId === environmentId;

const assertThis = <T>(isThis: boolean, value: T): T => {
  if (!isThis) throw new TypeError('it is another record');
  return value;
};

// These answers alone are spelt in camelCase. What a gateway may know of a binding is null unless it is approved and active.
const isUsable = (answer: object, id: string): boolean => {
  const read = readObject(answer, 'binding');
  readMember(read, 'schemaVersion', readWord(['1.0']), 'binding');
  const projection = readMember(read, 'approvedRuntimeProjection', readNullable(readObject), 'binding');
  return projection !== null && readMember(projection, 'credentialBindingId', readId, 'binding') === id;
};
