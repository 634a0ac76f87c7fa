import { type PolicyAction, RISK_TIERS } from '../manifest.js';
import type { AttributeValue, PolicyRequest, PolicyTarget } from '../policy-request.js';
import { kindOf, TARGETS } from '../target-lists.js';
import { chosenGroups, type IdSet } from './id-set.js';
import type { Region } from './region.js';

/** A call in a solved region, with no more in it than the region requires. `other` is an identifier no rule names. */
export const callIn = (region: Region, other: string): PolicyRequest => {
  const { ids, type, tiers } = region;
  const [, , wholeName, partName] = TARGETS[type];
  const action = firstOf(ids.action) as PolicyAction;
  const whole = firstOf(ids.whole) ?? other;
  const part = firstOf(ids.part) ?? (action === 'tool.list' ? undefined : other);
  const groups = chosenGroups(region.groups);
  const attributes = attributesOf(region);
  const tier = RISK_TIERS.find((_, place) => (tiers & (1 << place)) !== 0);
  return {
    ...named('agentId', firstOf(ids.agent)),
    ...named('clientSurfaceId', firstOf(ids.surface)),
    ...named('userId', firstOf(ids.user)),
    ...(groups.length === 0 ? {} : { groups }),
    target: { kind: kindOf(type), [wholeName]: whole, ...named(partName, part) } as unknown as PolicyTarget,
    // An unknown tier is used only if no known one will do.
    ...(tier === undefined ? {} : { riskTier: tier }),
    action,
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
};

const firstOf = ({ only }: IdSet): string | undefined => only?.[0];

const named = <K extends string>(key: K, id: string | undefined): { readonly [N in K]?: string } =>
  (id === undefined ? {} : { [key]: id }) as { readonly [N in K]?: string };

const attributesOf = ({ attributes }: Region): Readonly<Record<string, AttributeValue>> =>
  Object.fromEntries(
    [...attributes].flatMap(
      ([
        name,
        {
          solved: { solution },
        },
      ]) => (solution.kind === 'value' ? [[name, solution.value] as const] : []),
    ),
  );
