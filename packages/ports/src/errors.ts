/** A port could not do its work: the store or service behind it does not answer or refuses. The cause is for the log only. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';

  constructor(
    readonly port: 'store' | 'audit' | 'queue' | 'dependency',
    options?: { cause?: unknown },
  ) {
    super(`the ${port} port is unavailable`, options);
  }
}

/** A port did not finish within its limit. Whether the work was done is not known. */
export class PortTimedOut extends Error {
  override readonly name = 'PortTimedOut';

  constructor(
    readonly port: 'store' | 'audit' | 'queue' | 'dependency',
    options?: { cause?: unknown },
  ) {
    super(`the ${port} port timed out`, options);
  }
}
