/** Continues with a value: synchronously if it is available, so that cached data costs no round of promises, otherwise when it resolves. */
export const whenKnown = <T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(goOn) : goOn(value);
