/** A port could not do its work: the store or service behind it does not answer or refuses. The cause is for the log only. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
  /** Set where the cause is known and the operator can fix it. */
  readonly reason: 'disk_full' | undefined;

  constructor(
    readonly port: 'store' | 'audit' | 'queue' | 'dependency',
    options?: { cause?: unknown; reason?: 'disk_full' | undefined },
  ) {
    super(`the ${port} port is unavailable`, options);
    this.reason = options?.reason;
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
