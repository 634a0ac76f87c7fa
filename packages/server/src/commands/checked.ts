import { isId, parseInstant } from '@govgate/domain';
import { isPrincipalId, REASON_CODE_PATTERN } from '@govgate/domain/internal';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** Refuses an argument that is no identifier, before anything is opened. */
export const checkedId = (what: string, id: string): void => {
  if (!isId(id)) throw new CommandFailure(`The ${what} must be an identifier.`, EXIT.usage);
};

/** Refuses a user or service account that no service knows. */
export const checkedPrincipal = (id: string): void => {
  if (!isPrincipalId(id))
    throw new CommandFailure('A user id consists of printable characters without spaces.', EXIT.usage);
};

/** Refuses a `--reason` that is no reason code. */
export const checkedReason = (reason: string, example: string): void => {
  if (!REASON_CODE_PATTERN.test(reason))
    throw new CommandFailure(`--reason must be a reason code such as ${example}.`, EXIT.usage);
};

/** A date-time as given, once it is one. */
export const checkedInstant = (option: string, text: string | undefined): string | undefined => {
  if (text === undefined || parseInstant(text) !== undefined) return text;
  throw new CommandFailure(`${option} must be a date-time such as 2026-03-01T12:00:00Z.`, EXIT.usage);
};
