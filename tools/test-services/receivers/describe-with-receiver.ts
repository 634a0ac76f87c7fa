/**
 * A suite over a receiver that the suite starts itself. Where it cannot be had every test counts as skipped, which the run
 * says loudly and CI takes for a failure.
 */
export const describeWithReceiver = <T>(
  title: string,
  need: string,
  provide: () => Promise<T | undefined>,
  release: (receiver: T) => Promise<void>,
  body: (receiver: () => T) => void,
): void => {
  describe(title, function () {
    this.timeout(120_000);
    let provided: T | undefined;
    before(async function () {
      let why = 'not to be had here';
      provided = await provide().catch((error: Error) => {
        why = error.message;
        return undefined;
      });
      if (provided !== undefined) return;
      console.error(`! ${title} is skipped: it needs ${need} (${why})`);
      this.skip();
    });
    after(async () => {
      if (provided !== undefined) await release(provided);
    });
    body(() => {
      if (provided === undefined) throw new Error(`${need} is missing`);
      return provided;
    });
  });
};
