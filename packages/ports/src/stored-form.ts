import { PortUnavailable } from './errors.js';
import type { AnyKind } from './record-kind.js';

/**
 * A kind's stored form has a number, `schema`. What lists filter and sort by is marked with it, so that a store knows which
 * records are projected as the kind is declared now. Settled: everything is projected; clashing: all but a value
 * of a unique rule that another record holds, which takes no part in the rule until that is mended.
 */
export const settledMark = ({ schema }: AnyKind): number => 2 * schema;
export const clashingMark = ({ schema }: AnyKind): number => 2 * schema - 1;

/** The last form that changed the shape of the record itself. Records carry it, so that they can be read in today's. */
export const shapeOf = ({ upcasters }: AnyKind): number => {
  let shape = FIRST_SHAPE;
  for (const step in upcasters) shape = Math.max(shape, Number(step));
  return shape;
};

/** The shape of a record that was written before records carried one. */
export const FIRST_SHAPE = 1;

/**
 * A record as its kind declares it now, from one of an earlier shape.
 *
 * @throws PortUnavailable for a record of a later shape: this process is the older one, and does not guess
 */
export const inTodaysShape = (kind: AnyKind, shape: number, record: unknown): unknown => {
  const today = shapeOf(kind);
  if (shape === today) return record;
  if (shape > today) throw new PortUnavailable('store', { cause: new LaterShape(kind.name) });
  let cast = record;
  for (let step = shape + 1; step <= today; step += 1) cast = kind.upcasters[step]?.(cast) ?? cast;
  return cast;
};

/** A process of a newer version wrote the record. */
class LaterShape extends Error {
  override readonly name = 'LaterShape';

  constructor(kind: string) {
    super(`a newer version wrote a record of kind ${kind}: end this process and start that version`);
  }
}

/** How long a list brings in line what it needs, or waits for it, before it is refused, in milliseconds (ADR 44). */
export const LIST_WAITS_MS = 2_000;

/** What is asked for cannot be answered rightly yet, or not without holding others up: too much that it is found by is still to be derived. */
export class NotYetWhole extends Error {
  override readonly name = 'NotYetWhole';

  constructor(kind: string) {
    super(`the lists of kind ${kind} are being rebuilt`);
  }
}
