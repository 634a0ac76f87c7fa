import type { DefinitionSetting, Scope, User } from '@govgate/domain';
import { LRUCache } from 'lru-cache';
import type { AccessEntity } from '../access/access-question.js';
import type { RevocationBook } from '../approvals/revocation-book.js';
import type { Ports } from '../call/ports.js';
import { type Caller, lookUpCaller, lookUpUsers } from './calling-subject.js';
import { type KnownServer, lookUpServer } from './known-server.js';

/** Characters remembered of callers and of servers, for each environment. */
const MOST_CHARACTERS = 250_000;
/** A fact's own size besides its texts. */
const CHARACTERS_OF_A_FACT = 100;

type Deps = Pick<Ports, 'records'> & { readonly book: RevocationBook };

/** The version in force in an environment. */
export interface ActivePolicy {
  readonly policyVersion: string;
  readonly manifestHash: string;
}

/** What one environment's records say at a content revision of its tenant, as far as anybody asked. */
export class EnvironmentFacts {
  readonly #callers = remembering<Caller>((caller) =>
    caller.known ? (caller.request.groups?.join().length ?? 0) : 0,
  );
  readonly #servers = remembering<KnownServer>(({ tools }) => tools.size * CHARACTERS_OF_A_FACT);

  constructor(
    private readonly deps: Deps,
    readonly scope: Scope,
    readonly revision: number,
    readonly active: ActivePolicy | undefined,
    readonly definitions: DefinitionSetting,
  ) {}

  /** Looks up several users of the tenant together, before each of them is asked about. */
  async knowUsers(users: readonly User[]): Promise<void> {
    const fresh = users.filter(({ userId }) => !this.#callers.has(callerKey('user', userId)));
    if (fresh.length === 0) return;
    for (const [userId, caller] of await lookUpUsers(this.deps, this.scope, fresh))
      this.#callers.set(callerKey('user', userId), caller);
  }

  caller(subject: AccessEntity): Caller | Promise<Caller> {
    const key = callerKey(subject.type, subject.id);
    return this.#callers.get(key) ?? kept(this.#callers, key, lookUpCaller(this.deps, this.scope, subject));
  }

  server(serverId: string): KnownServer | Promise<KnownServer> {
    return (
      this.#servers.get(serverId) ??
      kept(this.#servers, serverId, lookUpServer(this.deps, this.scope, serverId))
    );
  }
}

const kept = async <T extends object>(
  cache: LRUCache<string, T>,
  key: string,
  found: Promise<T>,
): Promise<T> => {
  const fact = await found;
  cache.set(key, fact);
  return fact;
};

// Bounded by size because `max` would allocate every slot up front, with every commit of the tenant.
const remembering = <T extends object>(charactersOf: (fact: T) => number): LRUCache<string, T> =>
  new LRUCache<string, T>({
    maxSize: MOST_CHARACTERS,
    sizeCalculation: (fact, key) => key.length + CHARACTERS_OF_A_FACT + charactersOf(fact),
  });

/** Occurs in no text of a request, so that no two subjects share a key. */
const NUL = '\0';

const callerKey = (type: string, id: string): string => type + NUL + id;
