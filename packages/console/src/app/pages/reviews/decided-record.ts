import type { RecordDef } from '../../parts/record-page.js';
import { agents } from '../agents/agents.js';
import { bindings } from '../bindings/bindings.js';
import { submissionRecord } from '../mcp-servers/submission.js';
import { surfaces } from '../surfaces/surfaces.js';
import { approvalRecord } from './approval.js';

/** Does something with a record of whatever kind. */
type Use<T> = <R extends object>(def: RecordDef<R>, id: string) => T;

/** Uses the record that is decided at a path of the console, such as `agents/agt_a`; undefined where it needs a page of its own. */
export const withDecidedRecord = <T>(path: string, use: Use<T>): T | undefined => {
  const [page, id = '', below = ''] = path.split('/').map(decodeURIComponent);
  if (page === 'reviews') return use(approvalRecord, id);
  if (page === 'mcp-servers') return use(submissionRecord(id), below);
  if (page === 'bindings') return use(bindings.record, id);
  if (page === 'agents') return use(agents.record, id);
  if (page === 'surfaces') return use(surfaces.record, id);
  return undefined;
};
