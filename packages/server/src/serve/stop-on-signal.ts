/** Stops on SIGTERM or SIGINT; a second signal does not wait. Resolves when everything has stopped. */
export const stopOnSignal = (stop: () => Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    let stopping = false;
    const onSignal = (): void => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(resolve, resolve);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
