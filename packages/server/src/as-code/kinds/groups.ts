import { etagOf } from '@govgate/client';
import type { Plain, ResourceKind, StepCall } from '../resource.js';
import { RESOURCE_SCHEMAS } from '../resource-schemas.js';

// Members join and leave one at a time: in between, no member is absent from both sides, and everybody on both sides is present.
const isBetween = (before: unknown, after: unknown, live: unknown): boolean => {
  const [from, to, now] = [before ?? [], after, live].map((members) => members as string[]) as [
    string[],
    string[],
    string[],
  ];
  return (
    now.every((member) => from.includes(member) || to.includes(member)) &&
    from.every((member) => !to.includes(member) || now.includes(member))
  );
};

export const groups: ResourceKind = {
  kind: 'group',
  schema: RESOURCE_SCHEMAS.group,
  idOf: (record) => String(record.group_id),
  normal: (record) => ({
    group_id: record.group_id,
    display_name: record.display_name,
    external_ids: sortedTexts(record.external_ids),
    members: membersOf(record),
  }),
  // Lists omit members, so each group in the files is read individually.
  async *live(client, { ids }) {
    for await (const { group_id } of client.listGroups.items({ limit: 200 })) {
      if (!ids.has(group_id)) continue;
      const group = await client.readGroup({ group_id });
      const { display_name, external_ids, members } = group;
      yield {
        id: group_id,
        record: { group_id, display_name, external_ids, members: [...members].sort() },
        etag: etagOf(group) ?? null,
        facts: {},
      };
    }
  },
  references: (record) =>
    ((record.members ?? []) as string[]).map((id, i) => ({ kind: 'user', id, path: ['members', i] })),
  onTheWay: { members: isBetween },
  fixed: () => undefined,
  create: (record) => [
    {
      action: 'create',
      operation: 'createGroup',
      input: {
        body: {
          group_id: record.group_id,
          display_name: record.display_name,
          external_ids: sortedTexts(record.external_ids),
          reason_code: 'gitops',
        },
      },
    },
    ...membersOf(record).map((member) => joined(record.group_id, member)),
  ],
  update: (record, live, fields) => {
    const [now, then] = [membersOf(live.record), membersOf(record)];
    const left = now.filter((member) => !then.includes(member));
    return [
      ...described(record, fields),
      ...then.filter((member) => !now.includes(member)).map((member) => joined(record.group_id, member)),
      ...left.map(
        (user_id): StepCall => ({
          action: 'update',
          operation: 'removeGroupMember',
          input: { group_id: record.group_id, user_id, body: { reason_code: 'gitops' } },
        }),
      ),
    ];
  },
};

const described = ({ group_id, ...record }: Plain, fields: readonly string[]): readonly StepCall[] => {
  if (!fields.includes('display_name') && !fields.includes('external_ids')) return [];
  const body = {
    display_name: record.display_name,
    external_ids: sortedTexts(record.external_ids),
    reason_code: 'gitops',
  };
  return [{ action: 'update', operation: 'updateGroup', input: { group_id, body } }];
};

const sortedTexts = (texts: unknown): string[] => [...new Set((texts ?? []) as string[])].sort();

const membersOf = ({ members }: Plain): string[] => sortedTexts(members);

const joined = (group_id: unknown, user_id: string): StepCall => ({
  action: 'update',
  operation: 'addGroupMember',
  input: { group_id, body: { user_id } },
});
