import type { Timer } from '@govgate/ports';

/** This process's timer: every wait ends at once when it stops, and no later one begins. */
export const makeProcessTimer = (): Timer & { stop(): void } => {
  const ends = new Set<() => void>();
  let stopping = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (stopping) return resolve('stopping');
        // A pause in which others get a turn; a timer would make it a millisecond, after every step of a walk.
        if (ms === 0) return setImmediate(resolve, 'elapsed');
        const end = (): void => {
          clearTimeout(timer);
          ends.delete(end);
          resolve(stopping ? 'stopping' : 'elapsed');
        };
        const timer = setTimeout(end, ms);
        ends.add(end);
      }),
    stop: () => {
      stopping = true;
      for (const end of ends) end();
    },
  };
};
