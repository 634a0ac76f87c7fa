import type { ImportReport } from '@govgate/application';
import { problemOnWire, type WireBundleProblem } from './bundle-problem.js';
import { BUNDLE_SCHEMAS, WIRE_SECTIONS } from './bundle-schema.js';

/** What an import did, as the command line prints it. */
export interface ImportAnswer {
  readonly schema_version: '1.0';
  readonly accepted: boolean;
  readonly dry_run: boolean;
  readonly sections: {
    readonly [section: string]: {
      readonly created: number;
      readonly replaced: number;
      readonly merged: number;
      readonly kept: number;
    };
  };
  readonly audit_events: number;
  readonly problems: readonly WireBundleProblem[];
}

/** An import's report in its wire form. */
export const importAnswer = (report: ImportReport): ImportAnswer => ({
  schema_version: '1.0',
  accepted: report.accepted,
  dry_run: report.dryRun,
  sections: Object.fromEntries(
    WIRE_SECTIONS.flatMap((name) => {
      const counts = report.sections[BUNDLE_SCHEMAS[name].section];
      if (counts === undefined) return [];
      const { create: created, replace: replaced, merge: merged, keep: kept } = counts;
      return [[name, { created, replaced, merged, kept }]];
    }),
  ),
  audit_events: report.auditEvents,
  problems: report.problems.map(problemOnWire),
});

/** The answer to a malformed bundle. */
export const malformedAnswer = (problems: readonly WireBundleProblem[], dryRun: boolean): ImportAnswer => ({
  schema_version: '1.0',
  accepted: false,
  dry_run: dryRun,
  sections: {},
  audit_events: 0,
  problems,
});
