import type { GovgateError } from '@govgate/client';
import { PortTimedOut, PortUnavailable } from '@govgate/ports';

/** Exit codes of the command line (docs/spec/operations.md). */
export const EXIT = { done: 0, refused: 1, usage: 2, settings: 78 } as const;

/** A command that cannot continue: one sentence saying what to do, and the exit code. Never shown with a stack. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message);
  }
}

/** What a fault means to the operator, if the command can be repeated after it. */
export const commandFailureOf = (fault: unknown): CommandFailure | undefined => {
  if (fault instanceof CommandFailure) return fault;
  if (isRefusal(fault)) return new CommandFailure(refusalSentence(fault), EXIT.refused);
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

// Recognised by name: most commands load no client.
const isRefusal = (fault: unknown): fault is GovgateError =>
  fault instanceof Error && fault.name === 'GovgateError';

const CONNECTION: Readonly<Record<string, string>> = {
  connection_failed: 'The service cannot be reached, or its answer broke off. Look at --url.',
  deadline_exceeded: 'The service did not answer in time; it is not known whether the change was made.',
};

const SCOPE_OPTIONS: Readonly<Record<string, string>> = {
  tenant_id: '--tenant',
  environment_id: '--environment',
};

/** A refusal by a running service: its sentence, what would be right, and the id of the call in its log. */
const refusalSentence = ({
  reasonCode,
  message,
  detail,
  field,
  permission,
  status,
  operationId,
  requestId,
}: GovgateError): string => {
  const code = status === 0 ? reasonCode : `${status} ${reasonCode}`;
  const about = field === undefined ? code : `${code} (${field})`;
  // As GovgateError begins its message.
  const start = `${operationId}: ${about}: `;
  const shortMessage = message.startsWith(start) ? message.slice(start.length) : message;
  const option = reasonCode === 'missing_scope' ? SCOPE_OPTIONS[field ?? ''] : undefined;
  const words = [
    CONNECTION[reasonCode] ?? shortMessage,
    detail !== undefined && !shortMessage.includes(detail) ? detail : undefined,
    option === undefined ? undefined : `Name it with ${option}.`,
    permission === undefined
      ? undefined
      : `It takes ${permission}; \`govgate access explain ${permission}\` explains why.`,
  ];
  const inBrackets = [reasonCode, field, requestId].filter((part) => part !== undefined);
  return `${words.filter((part) => part !== undefined).join(' ')} [${inBrackets.join(', ')}]`;
};
