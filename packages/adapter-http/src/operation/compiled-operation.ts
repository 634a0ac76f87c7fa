import type { UseCase } from '@govgate/application';
import type { Result } from '@govgate/domain';
import type { AllPorts, Operation } from './define-operation.js';
import { compileIntake, type Intake } from './intake.js';
import { shapeOf } from './schema-shape.js';
import { validate } from './validate.js';
import { compileWriter, type Writer } from './writer.js';

/** An operation prepared for serving: everything that can be worked out before the first call. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly useCase: UseCase<unknown, unknown>;
  /** The parsed form of an empty query. */
  readonly noQuery: Result<unknown>;
  readonly takeParams: Intake;
  readonly takeQuery: Intake;
  readonly takeBody: Intake;
  readonly write: Writer;
  /** Whether its answer is a page of records, up to 200 of them. */
  readonly isPaged: boolean;
}

export const compileOperation = (operation: Operation, ports: AllPorts): CompiledOperation => ({
  operation,
  useCase: operation.useCase(ports),
  noQuery: validate(operation.query, {}, 'query'),
  takeParams: compileIntake(operation.params),
  takeQuery: compileIntake(operation.query),
  takeBody: operation.body === undefined ? (value) => value : compileIntake(operation.body),
  write: compileWriter(operation.response),
  isPaged: ['limit', 'page_size', 'count'].some((name) => hasMember(operation.query, name)),
});

const hasMember = (schema: Operation['query'], name: string): boolean => {
  const shape = shapeOf(schema);
  return shape.kind === 'object' && shape.entries.has(name);
};
