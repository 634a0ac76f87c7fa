import type { Json, ManifestFinding } from '@govgate/domain';
import { type ManifestTextFormat, manifestFinding, type SubmittedText } from '@govgate/domain/internal';
import type { ManifestReading, ManifestTexts } from '@govgate/ports';
import { locateFindings, readManifestText } from './manifest-text.js';

/** A unit of that work; JSON, so that it can be done in another thread. */
export type ManifestTask =
  | { readonly task: 'read'; readonly text: string; readonly format: ManifestTextFormat }
  | {
      readonly task: 'locate';
      readonly submitted: SubmittedText;
      readonly findings: readonly ManifestFinding[];
    };

/** Performs a unit of work; undefined: it took longer than any manifest should. */
export type DoManifestTask = (tenantId: string, task: ManifestTask) => Promise<string | undefined>;

/** Performs a unit of work synchronously. */
export const manifestTaskDone = (task: ManifestTask): string => {
  if (task.task === 'locate') return JSON.stringify(locateFindings(task.submitted, task.findings));
  const read = readManifestText(task.text, task.format);
  return JSON.stringify(read.ok ? { ok: true, body: read.body as Json } : read);
};

/** Makes the reader of manifests; by default it works synchronously. */
export const makeManifestTexts = (
  done: DoManifestTask = async (_tenantId, task) => manifestTaskDone(task),
): ManifestTexts => ({
  read: async (tenantId, text, format) => {
    const answer = await done(tenantId, { task: 'read', text, format });
    return answer === undefined
      ? { ok: false, findings: [manifestFinding('limit_exceeded', '')] }
      : (JSON.parse(answer) as ManifestReading);
  },
  locate: async (tenantId, submitted, findings) => {
    const answer = await done(tenantId, { task: 'locate', submitted, findings });
    return answer === undefined ? findings : (JSON.parse(answer) as readonly ManifestFinding[]);
  },
});
