import { operatorContext, type Ports, type UseCase, type UseCases } from '@govgate/application';
import { isId, REASONS, type Result } from '@govgate/domain';
import { tenantKind } from '@govgate/ports';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { withPorts } from './with-ports.js';

/** Runs use cases as the operator. */
export interface Operator {
  /** The tenant the command concerns. */
  readonly tenant: string;
  readonly ports: Ports;
  readonly useCases: UseCases;
  /** The result of a use case; a refusal ends the command. */
  readonly ask: <Input, Output>(useCase: UseCase<Input, Output>, input: Input) => Promise<Output>;
}

/** The default tenant of commands on the local store. */
export const LOCAL_TENANT = 'default';

/** Opens the store and lets a command act in an existing tenant. */
export const asOperator = async <T>(
  named: string | undefined,
  run: (operator: Operator) => Promise<T>,
): Promise<T> => {
  const tenantId = named ?? LOCAL_TENANT;
  if (!isId(tenantId)) throw new CommandFailure('The tenant must be an identifier.', EXIT.usage);
  return withPorts(async (ports, { useCases }) => {
    const tenant = await ports.records.get(tenantKind, { tenantId }, tenantId);
    if (tenant === undefined)
      throw new CommandFailure(
        'There is no such tenant. Create it with govgate tenant create.',
        EXIT.refused,
      );
    const context = operatorContext(tenant.record, ports.ids.mint('request'));
    return run({
      tenant: tenantId,
      ports,
      useCases,
      ask: async (useCase, input) => answerOf(await useCase(context, input)),
    });
  });
};

/** The value of an outcome; a refusal ends the command with a sentence. */
export const answerOf = <T>(outcome: Result<T>): T => {
  if (outcome.ok) return outcome.value;
  const { reasonCode, field } = outcome.refusal;
  const about = field === undefined ? '' : ` (${field})`;
  throw new CommandFailure(`${REASONS[reasonCode].message}${about} [${reasonCode}]`, EXIT.refused);
};
