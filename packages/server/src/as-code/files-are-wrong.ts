import { CommandFailure, EXIT } from '../system/command-failure.js';

/** Nothing is planned: every problem, by file and line. */
export const filesAreWrong = (problems: readonly string[]): CommandFailure =>
  new CommandFailure(['The files are not right:', ...problems].join('\n  '), EXIT.refused);
