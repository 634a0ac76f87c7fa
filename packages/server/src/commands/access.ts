import type { AccessExplanation, ExplainAccessInput } from '@govgate/client';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { atService, type ServiceAddress } from './at-service.js';
import { printLine } from './print-line.js';
import { scopeWords } from './whoami.js';

type Question = ExplainAccessInput;

export interface ExplainOptions extends ServiceAddress {
  readonly user?: string;
  readonly group?: string;
  readonly serviceAccount?: string;
  readonly resource?: string;
  readonly team?: string;
  readonly json?: boolean;
}

/** `govgate access explain PERMISSION`: why somebody may or may not; exit code 1 if they may not. */
export const explainAccess = async (permission: string, options: ExplainOptions): Promise<void> => {
  const { user, group, serviceAccount } = options;
  if ([user, group, serviceAccount].filter((one) => one !== undefined).length > 1)
    throw new CommandFailure('Name one of --user, --group and --service-account.', EXIT.usage);
  // The environment belongs to the question, not to every call.
  const { environment, ...place } = options;
  await atService(place, async ({ client }) => {
    const explanation = await client.explainAccess({
      permission: permission as Question['permission'],
      environment_id: environment,
      resource_id: options.resource,
      owner_team: options.team,
      ...subjectOf(options),
    });
    if (explanation.verdict === 'denied') process.exitCode = EXIT.refused;
    if (options.json) return printLine(explanation);
    process.stdout.write(`${explanationLines(explanation).join('\n')}\n`);
  });
};

const subjectOf = ({ user, group, serviceAccount }: ExplainOptions): Partial<Question> => {
  if (user !== undefined) return { subject_type: 'user', subject_id: user };
  if (group !== undefined) return { subject_type: 'group', subject_id: group };
  return serviceAccount === undefined ? {} : { subject_type: 'service_account', subject_id: serviceAccount };
};

const VERDICTS = { allowed: 'may', for_some: 'may for some records', denied: 'may not' } as const;

/** `govgate access who-can PERMISSION`: everybody who holds it, one line each. */
export const whoCan = async (
  permission: string,
  {
    environment,
    resource,
    team,
    ...place
  }: Omit<ExplainOptions, 'user' | 'group' | 'serviceAccount' | 'json'>,
): Promise<void> =>
  atService(place, async ({ client }) => {
    const holders = client.whoCan.items({
      permission: permission as Question['permission'],
      environment_id: environment,
      resource_id: resource,
      owner_team: team,
      limit: PAGE,
    });
    for await (const holder of holders) printLine(holder);
  });

/** Holders read at a time. */
const PAGE = 200;

/** An explanation in words, one line each. */
const explanationLines = (reported: AccessExplanation): readonly string[] => {
  const { subject, permission, environment_id, verdict, reason_code, needed } = reported;
  const where = environment_id === null ? '' : ` in ${environment_id}`;
  const hidden = reported.grant_count - reported.grants.length;
  return [
    `${subject.subject_type} ${subject.subject_id} ${VERDICTS[verdict]}: ${permission}${where} [${reason_code}]`,
    ...reported.grants.map(grantLine),
    ...(hidden === 0 ? [] : [`  and ${hidden} more not shown`]),
    ...(needed === null
      ? []
      : [
          `needed: one of ${needed.roles.join(', ')}`,
          ...needed.scopes.map((scope) => `  ${scopeWords(scope)}`),
        ]),
  ];
};

const grantLine = (grant: AccessExplanation['grants'][number]): string => {
  const { applies, role, scope, group_id, binding_id, expires_at, not_before, reason_code } = grant;
  const by = group_id === null ? '' : ` by group ${group_id}`;
  const from = not_before === null ? '' : ` from ${not_before}`;
  const until = expires_at === null ? '' : ` until ${expires_at}`;
  const because = applies ? '' : `: ${reason_code}`;
  return `  ${applies ? 'yes' : 'no '} ${role} ${scopeWords(scope)}${by}${from}${until} (${binding_id})${because}`;
};
