/** Goes on with a value: at once where it is there, so that what is remembered costs no turn of promises, and else when it has come. */
export const whenKnown = <T, R>(value: T | Promise<T>, goOn: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(goOn) : goOn(value);
