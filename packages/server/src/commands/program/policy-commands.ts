import type { Command } from 'commander';
import type { ServiceAddress } from '../at-service.js';
import { ofEnvironment } from './session-commands.js';

/** Policies. */
export const addPolicyCommands = (program: Command): void => {
  const policy = program.command('policy').description('policies');
  policy
    .command('test')
    .description("run a policy's tests, without a store; exit code 1 when one fails")
    .argument('<file>', 'a draft with body and tests, or a manifest, in YAML or JSON; - for standard input')
    .option('--tests <file>', 'where the tests are, if not in the same file')
    .option('--json', 'print the outcome as JSON')
    .action(async (file: string, options: { tests?: string; json?: boolean }) =>
      (await import('../policy-test.js')).policyTest(file, options),
    );
  ofEnvironment(policy, 'validate', "validate a service's policy version; exit code 1 when it is not valid")
    .argument('<version>', 'the policy version')
    .option('--json', 'print the outcome as JSON')
    .action(async (version: string, options: ServiceAddress & { json?: boolean }) =>
      (await import('../policies.js')).validatePolicy(version, options),
    );
  ofEnvironment(policy, 'publish', 'publish a policy version of a service')
    .argument('<version>', 'the policy version')
    .option('--hash <hash>', 'the manifest hash that was reviewed; default: the current one')
    .option('--reason <code>', 'why, as a reason code', 'requested')
    .action(async (version: string, options: ServiceAddress & { hash?: string; reason: string }) =>
      (await import('../policies.js')).publishPolicy(version, options),
    );
  ofEnvironment(policy, 'simulate', 'show how a policy version of a service decides a request')
    .argument('<version>', 'the policy version')
    .argument('<file>', 'the request as JSON, or - for standard input')
    .option('--against <version>', 'another version to compare with')
    .option('--json', 'print decision and trace as JSON')
    .action(
      async (version: string, file: string, options: ServiceAddress & { against?: string; json?: boolean }) =>
        (await import('../policies.js')).simulatePolicy(version, file, options),
    );
};
