import type { Group } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import { recordTag } from '../call/record-tag.js';

/** A local group as it is answered (contract, section 2.8). */
export interface GroupView extends Omit<Group, 'tenantId' | 'disabledAt'> {
  readonly disabledAt: string | undefined;
  /** The record's part of the ETag header. */
  readonly tag: string;
}

/** A group as it is answered. */
export const groupView = (stored: Stored<Group>): GroupView => {
  const { tenantId: _, disabledAt, ...group } = stored.record;
  return { ...group, disabledAt: disabledAt ?? undefined, tag: recordTag(stored) };
};

/** A group in a list: how many members it has, not who they are. */
export interface GroupSummary extends Omit<GroupView, 'members' | 'tag'> {
  readonly memberCount: number;
}

export const groupSummary = (stored: Stored<Group>): GroupSummary => {
  const { members, tag: _, ...group } = groupView(stored);
  return { ...group, memberCount: members.length };
};
