import { REASONS, type Result } from '@govgate/domain';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** The value of an outcome; a refusal ends the command with a sentence. */
export const answerOf = <T>(outcome: Result<T>): T => {
  if (outcome.ok) return outcome.value;
  const { reasonCode, field } = outcome.refusal;
  const about = field === undefined ? '' : ` (${field})`;
  throw new CommandFailure(`${REASONS[reasonCode].message}${about} [${reasonCode}]`, EXIT.refused);
};
