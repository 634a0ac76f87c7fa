const QUIET_MS = 250;

/** Waits until somebody has stopped typing: the next request supersedes this one. */
export const untilQuiet = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, QUIET_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
