import type { AuditEvent } from '@govgate/domain';
import type { AuditFilter } from '@govgate/ports';
import { anEvent } from './bench.js';

/** Gives a whole number from 0 up to, but not including, a limit. */
export type Draw = (limit: number) => number;

const ENVIRONMENTS = ['production', 'production', 'staging', 'seldom', null] as const;
const TYPES = ['policy.updated', 'policy.updated', 'policy.created', 'agent.revoked'] as const;
const OUTCOMES = ['success', 'success', 'success', 'denied', 'failure'] as const;

/** What of a trail's events are rare and frequent: half are of one, the others of many. */
const FEW_OFTEN = 150;
/** Events of a trail span minutes; some are written hours late. */
const STEP_MS = 1_000;
const LATE_MS = 3_600_000;

/** Events whose values are frequent, rare and absent, and whose times are only almost in their order. */
export const variedEvents = (draw: Draw, from: number, count: number, tenantId: string): AuditEvent[] =>
  Array.from({ length: count }, (_, i) => {
    const eventType = pickedOf(draw, TYPES);
    return anEvent({
      tenantId,
      occurredAt: timeOf(from + i + draw(9), draw(50) === 0 ? LATE_MS : 0),
      environmentId: pickedOf(draw, ENVIRONMENTS),
      eventType,
      outcome: pickedOf(draw, OUTCOMES),
      actor: { actorType: 'user', actorId: `user_${fewOften(draw)}`, authMethod: 'jwt' },
      resource: {
        resourceType: eventType === 'agent.revoked' ? 'agent' : 'policy',
        resourceId: `res_${fewOften(draw)}`,
        version: null,
      },
      correlationId: draw(2) === 0 ? null : `cor_${fewOften(draw)}`,
    });
  });

/** A filter of a trail of so many such events, by up to four conditions and times of them. */
export const variedFilter = (draw: Draw, events: number): AuditFilter => {
  const given = Object.entries(FILTERS).filter(() => draw(4) === 0);
  const values = given.slice(0, 4).map(([name, of]) => [name, of(draw)]);
  return {
    ...(Object.fromEntries(values) as AuditFilter),
    ...(draw(3) === 0 ? { from: timeOf(draw(events + 9)) } : {}),
    ...(draw(3) === 0 ? { to: timeOf(draw(events + 9)) } : {}),
  };
};

/** A filter by the time of such an event. */
export const sinceEvent = (sequence: number): AuditFilter => ({ from: timeOf(sequence) });

const FILTERS = {
  environmentId: (draw) => pickedOf(draw, ENVIRONMENTS) ?? 'none_has',
  actorId: (draw) => `user_${fewOften(draw)}`,
  resourceType: (draw) => (draw(3) === 0 ? 'agent' : 'policy'),
  resourceId: (draw) => `res_${fewOften(draw)}`,
  eventType: (draw) => pickedOf(draw, TYPES),
  outcome: (draw) => pickedOf(draw, OUTCOMES),
  correlationId: (draw) => `cor_${fewOften(draw)}`,
} as const satisfies Partial<Record<keyof AuditFilter, (draw: Draw) => string>>;

const pickedOf = <T>(draw: Draw, values: readonly [T, ...T[]]): T => values[draw(values.length)] ?? values[0];

const fewOften = (draw: Draw): number => (draw(2) === 0 ? 0 : draw(FEW_OFTEN));

const timeOf = (n: number, earlierMs = 0): string =>
  new Date(Date.UTC(2026, 0, 1, 12) + n * STEP_MS - earlierMs).toISOString();
