import { GovgateError, type PolicyValidation, type SimulatePolicy } from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';
import { atService, type ServiceAddress } from './at-service.js';
import { printLine } from './print-line.js';

/** `govgate policy validate VERSION`: the findings on stdout; exit code 1 if there are any. */
export const validatePolicy = (
  policyVersion: string,
  options: ServiceAddress & { readonly json?: boolean },
): Promise<void> =>
  atService(options, async ({ client }) => {
    const { validation } = await client.validatePolicy({ policy_version: policyVersion, body: {} });
    tellValidation(validation, options.json);
  });

/** `govgate policy publish VERSION`: publishes the version it read, and refuses an invalid one with its findings. */
export const publishPolicy = (
  policyVersion: string,
  options: ServiceAddress & { readonly hash?: string; readonly reason: string },
): Promise<void> =>
  atService(options, async ({ client }) => {
    const read = await client.readPolicy({ policy_version: policyVersion });
    const body = { manifest_hash: options.hash ?? read.manifest_hash, reason_code: options.reason };
    try {
      printLine(await client.publishPolicy({ policy_version: policyVersion, body }, { ifMatch: read }));
    } catch (fault) {
      const validation = refusedValidation(fault);
      if (validation === undefined) throw fault;
      tellValidation(validation);
    }
  });

/** `govgate policy simulate VERSION FILE`: the version's decision on the request in a file. */
export const simulatePolicy = async (
  policyVersion: string,
  file: string,
  options: ServiceAddress & { readonly against?: string; readonly json?: boolean },
): Promise<void> => {
  const { against, json } = options;
  const request = requestOf(await readText(file));
  const body: SimulatePolicy = against === undefined ? { request } : { request, against };
  await atService(options, async ({ client }) => {
    const simulation = await client.simulatePolicy({ policy_version: policyVersion, body });
    if (json) return printLine(simulation);
    const sides =
      simulation.against === undefined ? [simulation.result] : [simulation.result, simulation.against];
    for (const { policy_version, decision } of sides)
      process.stdout.write(
        decision === null
          ? `${policy_version}: not valid, so it decides nothing\n`
          : `${policy_version}: ${decision.effect} (${decision.reason_code}), decided by ${decision.decided_by.join(', ') || 'the default'}\n`,
      );
  });
};

const requestOf = (said: string): SimulatePolicy['request'] => {
  try {
    return JSON.parse(said) as SimulatePolicy['request'];
  } catch {
    // The parser's message would quote the file.
    throw new CommandFailure('The request is not valid JSON.', EXIT.refused);
  }
};

const tellValidation = (validation: PolicyValidation, json = false): void => {
  if (json) printLine(validation);
  else process.stdout.write(findingLines(validation));
  if (!validation.valid)
    throw new CommandFailure('The policy is not valid; stdout says where.', EXIT.refused);
};

const findingLines = ({ valid, rule_count, errors }: PolicyValidation): string =>
  valid
    ? `valid: ${rule_count} ${rule_count === 1 ? 'rule' : 'rules'}\n`
    : errors
        .map(({ line, column, path, reason_code, detail, message }) => {
          const place = line === null ? '' : `${line}:${column}: `;
          return `${place}${reason_code} at ${path || '/'}: ${detail ?? message}\n`;
        })
        .join('');

const refusedValidation = (fault: unknown): PolicyValidation | undefined =>
  fault instanceof GovgateError
    ? (fault.answer as { readonly validation?: PolicyValidation } | undefined)?.validation
    : undefined;
