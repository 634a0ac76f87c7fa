interface TimerHost {
  readonly setImmediate?: (run: () => void) => unknown;
  readonly setTimeout?: (run: () => void, ms: number) => unknown;
}

/** The next turn of the host's event loop, without the millisecond of a timer where the host can. At once where it has no timers. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setImmediate, setTimeout } = globalThis as TimerHost;
    if (setImmediate !== undefined) setImmediate(resolve);
    else if (setTimeout !== undefined) setTimeout(resolve, 0);
    else resolve();
  });
