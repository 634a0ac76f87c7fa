import { REASON_CODE_PATTERN } from '../reason-code-pattern.js';
import type { FeedRevocation, RevocationPage } from '../revocation.js';
import {
  type Read,
  readAnswer,
  readCount,
  readId,
  readInstant,
  readList,
  readMember,
  readObject,
  readText,
  readToolSubject,
} from './read-wire.js';

/**
 * Reads the whole answer of `GET /v1/revocations` (contract docs/spec/sessions.md) for `RevocationView.apply`. A subject type
 * unknown to this version is kept, and fences everything.
 * @throws TypeError for anything that is no such answer; nothing of it may be applied, and the feed counts as unread.
 * @example const page = revocationsFromWire(await answer.json()); view.apply(page);
 */
export const revocationsFromWire = (answer: unknown): RevocationPage => {
  const read = readAnswer(answer, 'revocations');
  const items = readMember(read, 'items', readList(readRevocation), 'revocations');
  const lastSequence = readMember(read, 'last_sequence', readCount, 'revocations');
  const last = items.at(-1);
  // With items, the answer ends where they end: a different end means that some were lost in transit.
  if (last !== undefined && last.sequence !== lastSequence)
    throw new TypeError('the answer ends elsewhere: look at revocations.last_sequence');
  return { items, lastSequence };
};

const readRevocation: Read<FeedRevocation> = (value, at) => {
  const item = readObject(value, at);
  return {
    revocationId: readMember(item, 'revocation_id', readId, at),
    sequence: readMember(item, 'sequence', readCount, at),
    tenantId: readMember(item, 'tenant_id', readId, at),
    environmentId: readMember(item, 'environment_id', readId, at),
    subjectType: readMember(item, 'subject_type', readText(REASON_CODE_PATTERN), at),
    subjectId: readMember(
      item,
      'subject_id',
      item.subject_type === 'mcp_tool' ? readToolSubject : readId,
      at,
    ),
    effectiveAt: readMember(item, 'effective_at', readInstant, at),
    reasonCode: readMember(item, 'reason_code', readText(REASON_CODE_PATTERN), at),
    ...('lifts' in item ? { lifts: readMember(item, 'lifts', readId, at) } : {}),
  };
};
