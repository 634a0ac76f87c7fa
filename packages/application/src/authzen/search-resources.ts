import { ANY, type PolicyRule } from '@govgate/domain';
import { mcpServerKind } from '@govgate/ports';
import { API_OPERATION, isMcpType, MCP_ACTIONS } from '../access/requested-target.js';
import type { DecidingView } from './decision-point.js';
import { isWhole, type LoadedPolicy } from './loaded-policies.js';
import type { Candidates, FoundEntity } from './search-candidates.js';

/** Servers read at a time. */
const A_PAGE = 100;

/** A search's candidates, and whether there is more than can be listed. */
export interface Listing<T> {
  readonly steps: Candidates<T>;
  /** Asked when the steps have been read. */
  readonly isIncomplete: () => boolean;
}

/**
 * The resources of a type that the registry or the policy names (docs/spec/authzen.md): the tools of registered servers, pairs that a rule
 * names, and ids that conditions compare with. What a rule allows without naming it cannot be listed.
 */
export const resourcesAfter = (view: DecidingView, type: string, after: string): Listing<FoundEntity> => {
  const { policy } = view;
  if (policy === undefined) return { steps: nothing(), isIncomplete: () => false };
  if (type === 'mcp_tool') return toolsAfter(view, policy, after);
  if (isMcpType(type)) return { steps: nothing(), isIncomplete: () => true };
  if (type === API_OPERATION) {
    const steps = pairsAfter(type, policy, placeOf(after));
    const isOpen = allowsMore(
      policy,
      ({ targets }) => !areWhole(targets.api_source_ids, targets.operation_ids),
    );
    return { steps, isIncomplete: () => isOpen };
  }
  const isOpen = allowsMore(policy, (rule) => concerns(rule, type) && idsCompared(rule).length === 0);
  return { steps: idsAfter(type, policy, after), isIncomplete: () => isOpen };
};

async function* nothing(): Candidates<FoundEntity> {}

type SearchPosition = readonly [string, number];

const placeOf = (place: string): SearchPosition =>
  place === '' ? ['', -1] : (JSON.parse(place) as SearchPosition);

/** What distinguishes the positions among registered servers from those among the policy's names. */
const NAMED = 'policy ';

const toolsAfter = (view: DecidingView, policy: LoadedPolicy, after: string): Listing<FoundEntity> => {
  let metOpenServer = false;
  const isOpen = allowsMore(policy, ({ targets }) => !areWhole(targets.server_ids, targets.tool_ids));
  async function* unregistered(): Candidates<FoundEntity> {
    const place = after.startsWith(NAMED) ? placeOf(after.slice(NAMED.length)) : (['', -1] as const);
    for await (const step of pairsAfter('mcp_tool', policy, place)) {
      const [serverId] = placeOf(step.place);
      const { isRegistered } = await view.server(serverId);
      metOpenServer ||= isOpen && !isRegistered;
      const reached = NAMED + step.place;
      yield isRegistered ? { place: reached } : { ...step, place: reached };
    }
  }
  async function* steps(): Candidates<FoundEntity> {
    if (!after.startsWith(NAMED)) yield* registeredAfter(view, placeOf(after));
    yield* unregistered();
  }
  return { steps: steps(), isIncomplete: () => metOpenServer };
};

async function* registeredAfter(view: DecidingView, [first, index]: SearchPosition): Candidates<FoundEntity> {
  if (first !== '') yield* toolsOf(view, first, index);
  for (let last = first; ; ) {
    const { items, more } = await view.recordsOf(mcpServerKind, view.scope, {
      limit: A_PAGE,
      ...(last === '' ? {} : { after: { value: last, id: last } }),
    });
    for (const { record } of items) {
      last = record.serverId;
      // One that was never approved has no tools.
      yield* record.liveSnapshot === null ? partsAfter('mcp_tool', [], [last, -1]) : toolsOf(view, last, -1);
    }
    if (!more) return;
  }
}

async function* toolsOf(view: DecidingView, serverId: string, after: number): Candidates<FoundEntity> {
  const { tools } = await view.server(serverId);
  yield* partsAfter('mcp_tool', [...tools.keys()], [serverId, after]);
}

// A step of its own for the whole, so that reading many without parts ends as well.
async function* partsAfter(
  type: string,
  parts: readonly string[],
  [whole, after]: SearchPosition,
): Candidates<FoundEntity> {
  yield { place: JSON.stringify([whole, after]) };
  for (let at = after + 1; at < parts.length; at += 1)
    yield { candidate: { type, id: `${whole}/${parts[at]}` }, place: JSON.stringify([whole, at]) };
}

/** The rules that name a pair, by its whole, and where they name its parts. */
const PAIRS = {
  mcp_tool: { rules: 'serverRules', parts: 'tool_ids' },
  [API_OPERATION]: { rules: 'sourceRules', parts: 'operation_ids' },
} as const;

/** The pairs that rules name, whole by whole: never the product of all wholes and parts at once. */
async function* pairsAfter(
  type: keyof typeof PAIRS,
  policy: LoadedPolicy,
  [first, index]: SearchPosition,
): Candidates<FoundEntity> {
  const { rules: byWhole, parts: partsOf } = PAIRS[type];
  let isReached = first === '';
  for (const [whole, rules] of policy[byWhole]) {
    isReached ||= whole === first;
    if (!isReached) continue;
    const parts = [...new Set(rules.flatMap(({ targets }) => targets[partsOf]?.filter(isWhole) ?? []))];
    yield* partsAfter(type, parts, [whole, whole === first ? index : -1]);
  }
}

async function* idsAfter(type: string, { rules }: LoadedPolicy, after: string): Candidates<FoundEntity> {
  const ids = [...new Set(rules.filter((rule) => concerns(rule, type)).flatMap(idsCompared))];
  for (let at = Number(after); at < ids.length; at += 1)
    yield { candidate: { type, id: ids[at] as string }, place: String(at + 1) };
}

const idsCompared = ({ conditions = [] }: PolicyRule): readonly string[] =>
  conditions
    .filter(
      ({ attribute, operator }) => attribute === 'resource.id' && (operator === 'eq' || operator === 'in'),
    )
    .flatMap(({ value }) => value)
    .filter((value): value is string => typeof value === 'string');

const concerns = ({ targets }: PolicyRule, type: string): boolean =>
  targets.api_source_ids?.some((id) => id === type || id === ANY) ?? true;

/** Whether two lists name everything that they mean. */
const areWhole = (...lists: readonly (readonly string[] | undefined)[]): boolean =>
  lists.every((list) => list?.every(isWhole) ?? false);

const allowsMore = ({ isOpen, rules }: LoadedPolicy, isUnlisted: (rule: PolicyRule) => boolean): boolean =>
  isOpen || rules.some((rule) => rule.effect === 'allow' && isUnlisted(rule));

/** The names of the actions on a type of resource. */
export async function* actionsAfter(
  { policy }: DecidingView,
  type: string,
  after: string,
): Candidates<{ readonly name: string }> {
  const names = actionNames(policy?.rules ?? [], type);
  for (let at = Number(after); at < names.length; at += 1)
    yield { candidate: { name: names[at] as string }, place: String(at + 1) };
}

const actionNames = (rules: readonly PolicyRule[], type: string): readonly string[] => {
  if (isMcpType(type)) return MCP_ACTIONS[type];
  // An operation is identified by its id, whatever the action is called.
  if (type === API_OPERATION) return ['tool.invoke'];
  const named = rules
    .filter((rule) => concerns(rule, type))
    .flatMap(({ targets }) => targets.operation_ids ?? []);
  return [...new Set(named.filter((name) => name !== ANY))];
};
