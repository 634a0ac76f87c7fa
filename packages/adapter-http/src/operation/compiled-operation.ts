import type { UseCase, UseCases } from '@govgate/application';
import type { Operation } from './define-operation.js';
import { compileIntake, type Intake } from './intake.js';
import { compileProjector, type Projector } from './projector.js';
import { shapeOf } from './schema-shape.js';

/** An operation made ready to serve: everything that can be worked out before the first call. */
export interface CompiledOperation {
  readonly operation: Operation;
  readonly useCase: UseCase<unknown, unknown>;
  readonly takeParams: Intake;
  readonly takeQuery: Intake;
  readonly takeBody: Intake;
  readonly project: Projector;
  /** Whether the answer carries the id of its request. */
  readonly namesRequest: boolean;
}

export const compileOperation = (operation: Operation, useCases: UseCases): CompiledOperation => ({
  operation,
  useCase: operation.run(useCases),
  takeParams: compileIntake(operation.params),
  takeQuery: compileIntake(operation.query),
  takeBody: operation.body === undefined ? (value) => value : compileIntake(operation.body),
  project: compileProjector(operation.response),
  namesRequest: hasMember(operation.response, 'requestId'),
});

const hasMember = (schema: Operation['response'], name: string): boolean => {
  const shape = shapeOf(schema);
  return shape.kind === 'object' && shape.entries.has(name);
};
