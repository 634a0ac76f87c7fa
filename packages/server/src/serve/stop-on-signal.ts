/**
 * Stops on SIGTERM or SIGINT and says which it was: whoever presses Ctrl-C does not wait for load balancers. A second signal does not wait.
 * Resolves when everything has stopped.
 */
export const stopOnSignal = (stop: (signal: NodeJS.Signals) => Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    let stopping = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (stopping) process.exit(1);
      stopping = true;
      stop(signal).then(resolve, resolve);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
