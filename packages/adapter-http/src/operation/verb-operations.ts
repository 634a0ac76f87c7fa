import { eachVerb, type VerbRow } from '@govgate/domain/internal';
import type { AuditedAs, Operation } from './define-operation.js';

/** What a verb's row says of its operation. */
export interface VerbPart<UseCase> extends Pick<VerbRow, 'permission' | 'summary'> {
  readonly id: string;
  readonly method: 'post';
  readonly path: string;
  readonly audited: AuditedAs;
  readonly useCase: UseCase;
}

interface Verbal<Name extends string, UseCase> {
  readonly verbs: Readonly<Record<Name, VerbRow>>;
  readonly useCases: Readonly<Record<Name, UseCase>>;
  /** The record's name in the operations' ids. */
  readonly noun: string;
  /** The record's own path; a verb's is one segment longer. */
  readonly path: string;
}

/** The operations of a record's verbs, in their order; `declare` adds what they share. */
export const verbOperations = <Name extends string, UseCase>(
  { verbs, useCases, noun, path }: Verbal<Name, UseCase>,
  declare: (part: VerbPart<UseCase>, name: Name) => Operation,
): readonly Operation[] =>
  Object.values<Operation>(
    eachVerb(verbs, ({ permission, summary, eventType, action }, name) =>
      declare(
        {
          id: `${name}${noun}`,
          method: 'post',
          path: `${path}/${action.replaceAll('_', '-')}`,
          summary,
          permission,
          audited: { eventType, action, idParam: path.slice(path.lastIndexOf(':') + 1) },
          useCase: useCases[name],
        },
        name,
      ),
    ),
  );
