import {
  ANY,
  type CompiledPolicy,
  compilingPolicy,
  type PolicyManifest,
  type PolicyRule,
  type PolicyVersion,
} from '@govgate/domain';
import { validManifest } from '@govgate/domain/internal';
import { LRUCache } from 'lru-cache';
import { inSlices } from '../call/in-slices.js';
import type { Ports } from '../call/ports.js';

/** Memory for the compiled policies of all environments. */
const MOST_BYTES = 64 * 1024 * 1024;
/** A parsed manifest in memory, a character of its text. */
const BYTES_PER_CHARACTER = 16;

/** A manifest ready to decide by, and what it names. */
export interface LoadedPolicy {
  readonly compiled: CompiledPolicy;
  readonly isOpen: boolean;
  /** The enabled rules. */
  readonly rules: readonly PolicyRule[];
  /** The attributes that conditions read. */
  readonly attributes: readonly string[];
  /** Whether a rule writes `*` for API sources. */
  readonly namesAnySource: boolean;
  /** The rules that name an API source, and a server. */
  readonly sourceRules: ReadonlyMap<string, readonly PolicyRule[]>;
  readonly serverRules: ReadonlyMap<string, readonly PolicyRule[]>;
  readonly bytes: number;
}

/** Compiled policies by the hash of their manifest, as many as fit into the memory for them. Environments with equal manifests share one. */
export class LoadedPolicies {
  readonly #loaded = new LRUCache<string, LoadedPolicy>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  readonly #loading = new Map<string, Promise<LoadedPolicy>>();

  constructor(private readonly deps: Pick<Ports, 'clock' | 'tenantQueue'>) {}

  get(manifestHash: string): LoadedPolicy | undefined {
    return this.#loaded.get(manifestHash);
  }

  /** Compiles the policy of a version, once for all who ask meanwhile. */
  load({
    tenantId,
    manifestHash,
    body,
  }: Pick<PolicyVersion, 'tenantId' | 'manifestHash' | 'body'>): Promise<LoadedPolicy> {
    const underway = this.#loading.get(manifestHash);
    if (underway !== undefined) return underway;
    const loading = this.#load(tenantId, manifestHash, validManifest(body));
    this.#loading.set(manifestHash, loading);
    return loading;
  }

  async #load(tenantId: string, manifestHash: string, manifest: PolicyManifest): Promise<LoadedPolicy> {
    try {
      const policy = await inSlices(this.deps, tenantId, loadingPolicy(manifest));
      this.#loaded.set(manifestHash, policy);
      return policy;
    } finally {
      this.#loading.delete(manifestHash);
    }
  }
}

function* loadingPolicy(manifest: PolicyManifest): Generator<undefined, LoadedPolicy> {
  const compiled = yield* compilingPolicy(manifest);
  yield;
  const rules = manifest.rules.filter(({ enabled }) => enabled !== false);
  return {
    compiled,
    isOpen: manifest.default_effect === 'allow',
    rules,
    attributes: [
      ...new Set(rules.flatMap(({ conditions = [] }) => conditions.map(({ attribute }) => attribute))),
    ],
    namesAnySource: rules.some(({ targets }) => targets.api_source_ids?.includes(ANY)),
    sourceRules: rulesBy(rules, ({ targets }) => targets.api_source_ids),
    serverRules: rulesBy(rules, ({ targets }) => targets.server_ids),
    bytes: compiled.bytes + JSON.stringify(manifest).length * BYTES_PER_CHARACTER,
  };
}

/** Whether a name in a rule stands for itself alone. */
export const isWhole = (name: string): boolean => !name.endsWith(ANY);

const rulesBy = (
  rules: readonly PolicyRule[],
  namesOf: (rule: PolicyRule) => readonly string[] | undefined,
): ReadonlyMap<string, readonly PolicyRule[]> => {
  const byName = new Map<string, PolicyRule[]>();
  for (const rule of rules)
    for (const name of new Set(namesOf(rule)?.filter(isWhole))) {
      const known = byName.get(name);
      if (known === undefined) byName.set(name, [rule]);
      else known.push(rule);
    }
  return byName;
};

/** Whether a policy names a type as an API source, or any of them. */
export const namesSource = ({ namesAnySource, sourceRules }: LoadedPolicy, type: string): boolean =>
  namesAnySource || sourceRules.has(type);
