import type { PolicyOutcome } from '../policy-outcome.js';
import type { PolicyRequest } from '../policy-request.js';

/** A call as REST and the published vectors spell it. */
export type WireRequest = Readonly<Record<string, unknown>>;

/** The outcome of a call, as REST and the published vectors spell it. */
export interface WireOutcome {
  readonly effect: string;
  readonly reason_code: string;
  readonly decided_by: readonly string[];
  readonly approvals: readonly unknown[];
  readonly obligations: readonly unknown[];
}

/** A call in the spelling of the code, whatever is wrong with it. */
export const requestOfWire = (wire: WireRequest): PolicyRequest => {
  if (typeof wire !== 'object' || wire === null) return wire as unknown as PolicyRequest;
  const { target } = wire;
  const named = typeof target === 'object' && target !== null ? { target: renamed(target) } : {};
  return { ...renamed(wire), ...named } as unknown as PolicyRequest;
};

/** An outcome in the spelling of the vectors. */
export const wireOutcome = ({
  effect,
  reasonCode,
  decidedBy,
  approvals,
  obligations,
}: PolicyOutcome): WireOutcome => ({
  effect,
  reason_code: reasonCode,
  decided_by: decidedBy,
  approvals,
  obligations,
});

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const renamed = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [camel(name), value]));
