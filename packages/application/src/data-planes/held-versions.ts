import { epochMsOf } from '@govgate/domain';

/** A plane's registration and versions. A plane that was registered again restarts its versions, so its time counts too. */
export interface PlaneVersions {
  readonly createdAt: string;
  readonly plane: number;
  /** 0: never observed. */
  readonly observation: number;
}

/** Which versions the columns hold, by slot: numbers, as a hundred thousand small objects would outweigh the columns themselves. */
export class HeldVersions {
  readonly #createdMs: number[] = [];
  readonly #planes: number[] = [];
  readonly #observations: number[] = [];

  /** Sets a plane's registration and version; its observation's version stays. */
  setPlane(slot: number, { createdAt, plane }: Pick<PlaneVersions, 'createdAt' | 'plane'>): void {
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
}
