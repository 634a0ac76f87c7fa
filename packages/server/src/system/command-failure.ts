import { PortTimedOut, PortUnavailable } from '@govgate/ports';

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

/** What a fault means to the operator, where it is one that the command can be run again after. */
export const commandFailureOf = (fault: unknown): CommandFailure | undefined => {
  if (fault instanceof CommandFailure) return fault;
  if (fault instanceof PortUnavailable)
    return new CommandFailure(
      'The store stopped serving while the command ran; the step it was at is not kept. Look at the store, then run the command again.',
      EXIT.refused,
    );
  if (fault instanceof PortTimedOut)
    return new CommandFailure(
      'The store did not answer in time, so that it is not known whether the last step is kept. Look at the store and at what it holds (govgate export), then run the command again.',
      EXIT.refused,
    );
  return undefined;
};
