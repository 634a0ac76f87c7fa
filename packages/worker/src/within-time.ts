/**
 * Waits for work so many milliseconds at most; then it is what `late` gives, or throws. Work that comes too late is left to end
 * alone. A library's error with its stack, made for each call beforehand, would cost a commit ten times as much (ADR 42).
 */
export const withinTime = <T, L>(work: Promise<T>, limitMs: number, late: () => L): Promise<T | L> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (fault) {
        reject(fault);
      }
    }, limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Waits for the end of something that nobody needs the result of. */
export const endWithin = (work: Promise<unknown>, limitMs: number): Promise<void> =>
  withinTime(
    work.then(() => undefined),
    limitMs,
    () => undefined,
  );
