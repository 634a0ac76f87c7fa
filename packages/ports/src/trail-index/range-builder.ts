import { hasManyValues, type TrailPath } from '../trail-path.js';
import { packPositions } from './matches.js';
import { INDEXED_PATHS, type TrailLevel, type TrailRange } from './trail-range.js';

/** Events as they are indexed: what they have of each, in one order. */
export interface IndexedEvents {
  readonly sequences: readonly number[];
  readonly occurredAt: readonly string[];
  /** For each of `INDEXED_PATHS`. */
  readonly values: readonly (readonly (string | null)[])[];
}

/** The events of a range that have a value. */
export interface Bitmap {
  readonly path: TrailPath;
  readonly value: string;
  /** As `packPositions` gives them. */
  readonly bits: Uint8Array;
}

/** A range with all that is kept of it. */
export interface BuiltRange {
  readonly range: TrailRange;
  readonly bitmaps: readonly Bitmap[];
  /** When each of its events happened, in milliseconds since 1970; NaN where that is no time. */
  readonly times: Float64Array;
}

/** Builds a range from its events. */
export class RangeBuilder {
  readonly #times: Float64Array;
  readonly #positions: readonly Map<string, number[]>[] = INDEXED_PATHS.map(() => new Map());

  constructor(
    private readonly first: number,
    private readonly level: TrailLevel,
  ) {
    this.#times = new Float64Array(level.size).fill(Number.NaN);
  }

  add({ sequences, occurredAt, values }: IndexedEvents): void {
    const positions = sequences.map((sequence) => sequence - this.first);
    for (const [index, position] of positions.entries())
      this.#times[position] = Date.parse(occurredAt[index] ?? '');
    for (const [index, byValue] of this.#positions.entries()) addAll(byValue, positions, values[index] ?? []);
  }

  build(): BuiltRange {
    const { size } = this.level;
    const bitmaps = INDEXED_PATHS.flatMap((path, index) => this.#bitmapsOf(path, this.#positions[index]));
    return { range: { first: this.first, size, ...spanOf(this.#times) }, bitmaps, times: this.#times };
  }

  #bitmapsOf(path: TrailPath, byValue: ReadonlyMap<string, number[]> = new Map()): readonly Bitmap[] {
    const { size, fewest } = this.level;
    const least = hasManyValues(path) ? fewest : 1;
    const bitmaps: Bitmap[] = [];
    for (const [value, positions] of byValue)
      if (positions.length >= least) bitmaps.push({ path, value, bits: packPositions(positions, size) });
    return bitmaps;
  }
}

const addAll = (
  byValue: Map<string, number[]>,
  positions: readonly number[],
  values: readonly (string | null)[],
): void => {
  for (const [index, position] of positions.entries()) {
    const value = values[index];
    if (typeof value !== 'string') continue;
    const held = byValue.get(value);
    if (held === undefined) byValue.set(value, [position]);
    else held.push(position);
  }
};

// Whatever has no time is never within one: then each question about time looks at each event.
const spanOf = (times: Float64Array): Pick<TrailRange, 'earliest' | 'latest'> => {
  let [earliest, latest] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  for (let position = 0; position < times.length; position += 1) {
    const time = times[position] ?? Number.NaN;
    if (Number.isNaN(time)) return { earliest: Number.MIN_SAFE_INTEGER, latest: Number.MAX_SAFE_INTEGER };
    earliest = Math.min(earliest, time);
    latest = Math.max(latest, time);
  }
  return { earliest, latest };
};
