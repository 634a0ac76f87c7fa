interface TimerHost {
  readonly setTimeout?: (run: () => void, ms: number) => unknown;
}

/** The next turn of the host's event loop. At once where the host has no timers. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    const { setTimeout } = globalThis as TimerHost;
    if (setTimeout === undefined) resolve();
    else setTimeout(resolve, 0);
  });
