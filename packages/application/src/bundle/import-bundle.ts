import type { CommitBatch } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { entriesOf, type OnConflict, planEntries } from './plan-entries.js';
import type { BundleProblem } from './problem.js';
import { knownEnvironments } from './references.js';
import { type Bundle, SECTION_NAMES, type SectionName } from './sections/registry.js';
import { type SectionCounts, Writing, type WritingDeps } from './writing.js';

export interface ImportOptions {
  /** Checks everything and writes nothing. */
  readonly dryRun: boolean;
  readonly onConflict: OnConflict;
  /** Actor of the audit events. */
  readonly actor: 'cli' | 'worker';
}

export interface ImportReport {
  /** Whether the bundle was imported, or could be in a dry run. */
  readonly accepted: boolean;
  readonly dryRun: boolean;
  /** The outcome for the items of each section that has any. Empty if the bundle is refused: then nothing was done. */
  readonly sections: { readonly [Name in SectionName]?: SectionCounts };
  /** Audit events written, or that would have been. */
  readonly auditEvents: number;
  /** In the order of the bundle. */
  readonly problems: readonly BundleProblem[];
}

export type ImportBundle = (bundle: Bundle, options: ImportOptions) => Promise<ImportReport>;

export interface ImportDeps extends WritingDeps, Pick<Ports, 'records' | 'unitOfWork'> {}

/** How often an import is planned again if somebody writes in between. */
const TRIES = 3;

/**
 * Imports a bundle, all or nothing: everything is checked first, then written in one commit with one audit event per record (docs/spec/operations.md).
 */
export const makeImportBundle =
  (deps: ImportDeps): ImportBundle =>
  async (bundle, options) => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const { writing, problems } = await planImport(deps, bundle, options);
      const report = reportOf(writing, problems, options);
      const [first, ...rest] = writing.events;
      if (!report.accepted || options.dryRun || first === undefined) return report;
      const { changes, revocations } = writing;
      const batch: CommitBatch = {
        changes,
        revocations,
        now: () => deps.clock.now(),
        audit: [first, ...rest],
      };
      if ((await deps.unitOfWork.commit(batch)).committed) return report;
    }
    const problem: BundleProblem = { section: '', index: 0, field: [], reasonCode: 'conflict' };
    return { accepted: false, dryRun: false, sections: {}, auditEvents: 0, problems: [problem] };
  };

const planImport = async (deps: ImportDeps, bundle: Bundle, options: ImportOptions) => {
  const problems: BundleProblem[] = [];
  const entries = await planEntries(deps.records, entriesOf(bundle, problems), options.onConflict);
  const environments = await knownEnvironments(deps.records, bundle, entries);
  const writing = new Writing(deps, options.actor, entries, environments);
  for (const entry of entries) writing.take(entry);
  await writing.finish(deps.records);
  return { writing, problems: inOrder(problems) };
};

const inOrder = (problems: readonly BundleProblem[]): BundleProblem[] => {
  const location = new Map<string, number>(SECTION_NAMES.map((name, index) => [name, index]));
  const rank = ({ section }: BundleProblem): number => location.get(section) ?? 0;
  return [...problems].sort((a, b) => rank(a) - rank(b) || a.index - b.index);
};

const reportOf = (
  writing: Writing,
  problems: readonly BundleProblem[],
  { dryRun }: ImportOptions,
): ImportReport =>
  problems.length > 0
    ? { accepted: false, dryRun, sections: {}, auditEvents: 0, problems }
    : { accepted: true, dryRun, sections: writing.counts, auditEvents: writing.events.length, problems };
