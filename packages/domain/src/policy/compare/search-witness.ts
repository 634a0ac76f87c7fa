import type { PolicyRequest } from '../policy-request.js';
import { callIn } from './call-in-region.js';
import { type Aim, isDeniedByDefault, passingRules } from './may-follow.js';
import { type Obstacle, obstacleOf } from './obstacle.js';
import { type Certainty, inside, insideAll, outside, type Region, solvedRegion } from './region.js';
import type { RulePart } from './rule-parts.js';

/** The remaining work; one is used for each call tried. */
export interface Budget {
  left: number;
}

/** `limit`: none was found, which does not prove that there is none. */
export type Witness = PolicyRequest | undefined | 'limit';

/**
 * Searches a region for a call that reaches both sides' goals. A call is tried; if a rule obstructs it, the region is split into the parts
 * outside that rule, each by another part of it, and these are searched. The pieces are disjoint, so the search ends: with a witness, or
 * with the proof that there is none. Yields before each call it tries.
 */
export function* searchWitness(
  start: Region,
  aims: readonly [Aim, Aim],
  budget: Budget,
  other: string,
): Generator<undefined, Witness> {
  const pending: Region[] = [start];
  let isSure = true;
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    yield;
    if (budget.left <= 0) return 'limit';
    budget.left -= 1;
    const region = solvedRegion(piece);
    if (region === 'limit') isSure = false;
    if (region === undefined || region === 'limit') continue;
    const call = callIn(region, other);
    const met = firstObstacle(aims, call);
    if (met === undefined) return call;
    if (met.obstacle.kind === 'astray') isSure = false;
    // The last one is searched first.
    pending.push(...piecesAround(region, aims, met).toReversed());
  }
  return isSure ? undefined : 'limit';
}

/** A witness without irrelevant attributes. */
export const leanest = (call: PolicyRequest, aims: readonly [Aim, Aim]): PolicyRequest => {
  let lean = call;
  for (const name of Object.keys(call.attributes ?? {})) {
    const { attributes: { [name]: _, ...rest } = {}, ...others } = lean;
    const without = Object.keys(rest).length === 0 ? others : { ...others, attributes: rest };
    if (firstObstacle(aims, without) === undefined) lean = without;
  }
  return lean;
};

interface Met {
  readonly aim: Aim;
  readonly obstacle: Obstacle;
}

const firstObstacle = (aims: readonly Aim[], call: PolicyRequest): Met | undefined => {
  for (const aim of aims) {
    const obstacle = obstacleOf(aim.side, aim.goal, call);
    if (obstacle !== undefined) return { aim, obstacle };
  }
  return undefined;
};

const piecesAround = (
  region: Region,
  aims: readonly [Aim, Aim],
  { aim, obstacle }: Met,
): readonly Region[] => {
  if (obstacle.kind === 'astray') return [];
  if (obstacle.kind === 'closed') return piecesThatPass(region, aim, aim === aims[0] ? aims[1] : aims[0]);
  return piecesOutside(region, aim.side.parts[region.type][obstacle.rule] ?? [], obstacle.certainty);
};

/** A region minus a rule, in disjoint pieces. */
const piecesOutside = (
  region: Region,
  parts: readonly RulePart[],
  certainty: Certainty,
): readonly Region[] => {
  const pieces: Region[] = [];
  let rest: Region | undefined = region;
  for (const part of parts) {
    const piece = outside(rest, part, certainty);
    if (piece !== undefined) pieces.push(piece);
    rest = inside(rest, part, certainty);
    if (rest === undefined) break;
  }
  return pieces;
};

/**
 * The calls of a region that some rule allows, with or without approval; first those of the goal's own rule. If the other side denies by
 * default, that is a rule the other side lacks.
 */
const piecesThatPass = (region: Region, { side, goal, changed }: Aim, other: Aim): readonly Region[] => {
  const all = isDeniedByDefault(other.goal) ? changed : side.matcher.rules.keys();
  const passing = passingRules(side, all).filter((rule) => rule !== goal.rule);
  return [...(goal.rule === null ? [] : [goal.rule]), ...passing].flatMap((rule) => {
    const own = side.parts[region.type][rule];
    return (own ? insideAll(region, own, 'matches') : undefined) ?? [];
  });
};
