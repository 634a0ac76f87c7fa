import type { Api, Permission } from '../state/api.js';
import { texts } from '../texts.js';
import type { Field, Values } from './fields.js';
import type { Pick } from './picks.js';

const t = texts.making;

/** Creation is offered if it is allowed for any team; what no team owns requires the whole environment. */
export const makes = <C>(
  api: Api,
  permission: Permission,
  change: C,
  how = { forTeams: true },
): readonly C[] => {
  const teams = api.makesFor(permission);
  return teams === 'any' || (how.forTeams && teams.length > 0) ? [change] : [];
};

/** The owner team: any, or one of those the caller may create for. */
export const teamField = (api: Api, permission: Permission): Field => {
  const teams = api.makesFor(permission);
  const common = { name: 'team', label: t.team, isRequired: true };
  return teams === 'any'
    ? { ...common, kind: 'text' }
    : { ...common, kind: 'choice', values: teams, initial: teams[0] ?? '' };
};

/** Further accountable people. */
export const ownerFields = (
  api: Api,
  now: {
    readonly userId?: string;
    readonly escalationContact?: string;
    readonly oncallRotation?: string;
  } = {},
): Field[] => [
  { ...idField('user_id', t.owner, 'user'), initial: now.userId ?? api.me.actor_id },
  {
    name: 'escalation_contact',
    label: t.escalation,
    kind: 'text',
    isRequired: true,
    initial: now.escalationContact ?? '',
  },
  {
    name: 'oncall_rotation',
    label: t.oncall,
    kind: 'text',
    isRequired: true,
    initial: now.oncallRotation ?? '',
  },
];

/** The owner in camel-case records. */
export const camelOwner = ({
  team = '',
  user_id = '',
  escalation_contact = '',
  oncall_rotation = '',
}: Values) => ({
  team,
  userId: user_id,
  escalationContact: escalation_contact,
  oncallRotation: oncall_rotation,
});

export const idField = (name: string, label: string, pick?: Pick): Field => ({
  name,
  label,
  ...(pick && { pick }),
  kind: 'text',
  isRequired: true,
});

/** Several ids in one line. */
export const idsField = (
  name: string,
  label: string,
  { initial = [], pick }: { readonly initial?: readonly string[]; readonly pick?: Pick } = {},
): Field => ({
  name,
  label,
  isMany: true,
  ...(pick && { pick }),
  kind: 'text',
  initial: initial.join(', '),
  maxLength: 2048,
  hint: t.commas,
});

export const idsIn = (text = ''): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** One of the offered values; the form allows no other. */
export const oneOf = <const Word extends string>(words: readonly Word[], text: string | undefined): Word => {
  const found = words.find((one) => one === text) ?? words[0];
  if (found === undefined) throw new Error('no words to choose from');
  return found;
};

export const choiceField = (
  name: string,
  label: string,
  {
    values,
    initial = values[0] ?? '',
  }: { readonly values: readonly string[]; readonly initial?: string | undefined },
): Field => ({ name, label, kind: 'choice', values, initial, isRequired: true });

/** A body's member, omitted if left empty. */
export const said = <Name extends string>(name: Name, text = ''): { [N in Name]?: string } =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { [N in Name]?: string };

export const CREDENTIAL_MODES = [
  'none',
  'shared_service',
  'per_user_delegated',
  'per_agent',
  'passthrough',
  'workload_identity',
] as const;
