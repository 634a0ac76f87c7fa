/** The part of Koa's context used here. */
export interface ConsoleContext {
  readonly method: string;
  readonly path: string;
  get(header: string): string;
  set(header: string, value: string): void;
  /** The request body as a stream. */
  readonly req: AsyncIterable<Uint8Array>;
  status: number;
  body: unknown;
}
