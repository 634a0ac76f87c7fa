/** What Koa hands a middleware, as far as it is needed here. */
export interface ConsoleContext {
  readonly method: string;
  readonly path: string;
  get(header: string): string;
  set(header: string, value: string): void;
  /** The body of the request, as it comes. */
  readonly req: AsyncIterable<Uint8Array>;
  status: number;
  body: unknown;
}
