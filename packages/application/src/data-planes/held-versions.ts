import { epochMsOf } from '@govgate/domain';

/** A plane's registration and versions. A plane that was registered again restarts its versions, so its time counts too. */
export interface PlaneVersions {
  readonly createdAt: string;
  readonly plane: number;
  /** 0: never observed. */
  readonly observation: number;
}

const FIRST_CAPACITY = 64;

/** Which versions the columns hold, by slot: numbers, as a hundred thousand small objects would outweigh the columns themselves. */
export class HeldVersions {
  #createdMs = new Float64Array(FIRST_CAPACITY);
  #planes = new Float64Array(FIRST_CAPACITY);
  #observations = new Float64Array(FIRST_CAPACITY);

  /** Sets a plane's registration and version; its observation's version stays. */
  setPlane(slot: number, { createdAt, plane }: Pick<PlaneVersions, 'createdAt' | 'plane'>): void {
    if (slot >= this.#planes.length) this.#grow(slot);
    this.#createdMs[slot] = epochMsOf(createdAt);
    this.#planes[slot] = plane;
  }

  setObservation(slot: number, version: number): void {
    this.#observations[slot] = version;
  }

  /** Whether exactly these are held. */
  areHeld(slot: number, { createdAt, plane, observation }: PlaneVersions): boolean {
    return (
      this.#planes[slot] === plane &&
      this.#observations[slot] === observation &&
      this.#createdMs[slot] === epochMsOf(createdAt)
    );
  }

  #grow(slot: number): void {
    const capacity = Math.max(slot + 1, this.#planes.length * 2);
    this.#createdMs = grown(this.#createdMs, capacity);
    this.#planes = grown(this.#planes, capacity);
    this.#observations = grown(this.#observations, capacity);
  }
}

const grown = (column: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(capacity);
  larger.set(column);
  return larger;
};
