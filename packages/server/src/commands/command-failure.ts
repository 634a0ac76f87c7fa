/** Exit codes of the command line (decisions, section 14). */
export const EXIT = { done: 0, refused: 1, usage: 2, settings: 78 } as const;

/** A command that cannot go on: one sentence that tells what to do, and the exit code. Never shown with a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}
