import {
  type GovgateClient,
  GovgateError,
  type PolicyValidation,
  type SimulatePolicy,
} from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';
import { atService, type ServiceAddress } from './at-service.js';
import { printLine } from './print-line.js';

/** `govgate policy validate VERSION`: the findings on stdout, then warnings; exit code 1 if there are findings. */
export const validatePolicy = (
  policyVersion: string,
  options: ServiceAddress & { readonly json?: boolean },
): Promise<void> =>
  atService(options, async ({ client }) => {
    const { validation, warnings } = await client.validatePolicy({
      policy_version: policyVersion,
      body: {},
    });
    if (options.json) printLine({ ...validation, warnings });
    else process.stdout.write(findingLines(validation) + warningLines(warnings));
    refuseInvalid(validation);
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
      process.stdout.write(findingLines(validation));
      refuseInvalid(validation);
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

type PolicyWarning = Awaited<ReturnType<GovgateClient['validatePolicy']>>['warnings'][number];

const requestOf = (text: string): SimulatePolicy['request'] => {
  try {
    return JSON.parse(text) as SimulatePolicy['request'];
  } catch {
    // The parser's message would quote the file.
    throw new CommandFailure('The request is not valid JSON.', EXIT.refused);
  }
};

const refuseInvalid = ({ valid }: PolicyValidation): void => {
  if (!valid) throw new CommandFailure('The policy is not valid; see stdout for details.', EXIT.refused);
};

const findingLines = ({ valid, rule_count, errors }: PolicyValidation): string =>
  valid
    ? `valid: ${rule_count} ${rule_count === 1 ? 'rule' : 'rules'}\n`
    : errors.map((finding) => findingLine(finding, finding.detail ?? finding.message)).join('');

const warningLines = (warnings: readonly PolicyWarning[]): string =>
  warnings
    .map((warning) => {
      const advice = warning.nearest === null ? '' : ` Did you mean ${warning.nearest}?`;
      return `warning: ${findingLine(warning, warning.message + advice)}`;
    })
    .join('');

type Placed = Pick<PolicyWarning, 'line' | 'column' | 'path' | 'reason_code'>;

const findingLine = ({ line, column, path, reason_code }: Placed, words: string): string => {
  const place = line === null ? '' : `${line}:${column}: `;
  return `${place}${reason_code} at ${path || '/'}: ${words}\n`;
};

const refusedValidation = (fault: unknown): PolicyValidation | undefined =>
  fault instanceof GovgateError
    ? (fault.answer as { readonly validation?: PolicyValidation } | undefined)?.validation
    : undefined;
