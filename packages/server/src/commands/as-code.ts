import { readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GovgateError } from '@govgate/client';
import { isId } from '@govgate/domain';
import { type AppliedState, readApplied, recordApplied } from '../as-code/applied-state.js';
import { type ApplyResult, applyPlan, hasMoved, StalePlan } from '../as-code/apply-plan.js';
import { makePlan, type Plan } from '../as-code/make-plan.js';
import { effectsOf } from '../as-code/plan-effects.js';
import { readPlanFile, writePlanFile } from '../as-code/plan-file.js';
import { paintFor, planLines } from '../as-code/plan-lines.js';
import { readFiles } from '../as-code/read-files.js';
import { writeResourceFiles } from '../as-code/resource-files.js';
import { RESOURCE_KINDS } from '../as-code/resource-kinds.js';
import { resourceSchemaText } from '../as-code/resource-schema-text.js';
import { CommandFailure, commandFailureOf, EXIT } from '../system/command-failure.js';
import { atRunningService, type CalledService, type ServiceAddress, urlOf } from './at-service.js';

/** The set of files where none is named. */
export const DEFAULT_SET = 'default';

interface SetOption extends ServiceAddress {
  readonly set?: string;
}

export interface PlanOptions extends SetOption {
  readonly file: string;
  readonly out?: string;
  readonly prune?: readonly string[];
  readonly overwrite?: boolean;
  readonly detailedExitcode?: boolean;
}

/** The exit code of `--detailed-exitcode` when there is something to do. */
const CHANGES = 2;

/** `govgate plan -f DIR`: the plan for people on stdout; with `--out` also for `apply`. */
export const plan = (options: PlanOptions): Promise<void> =>
  atRunningService(options, async (service) => {
    const planned = await plannedFor(service, options);
    await print(service, planned);
    if (options.out !== undefined && planned.conflicts.length === 0)
      await writePlanFile(options.out, planned);
    refuseConflicts(planned);
    if (options.detailedExitcode && planned.changes.length > 0) process.exitCode = CHANGES;
  });

/** `govgate apply PLAN`, or `apply -f DIR`, which plans first. */
export const apply = (
  planFile: string | undefined,
  options: Omit<PlanOptions, 'file'> & { readonly file?: string },
): Promise<void> =>
  atRunningService(options, async (service) => {
    const { file } = options;
    if ((planFile === undefined) === (file === undefined))
      throw new CommandFailure('Name a plan, or the files with -f.', EXIT.usage);
    if (planFile !== undefined) return applyReviewed(service, planFile, options);
    const planned = await plannedFor(service, { ...options, file: file ?? '' });
    await print(service, planned);
    refuseConflicts(planned);
    await execute(service, planned);
  });

/** `govgate export --as-files DIR`: a service's resources as initial files, recorded as applied. */
export const exportAsFiles = (folder: string, options: SetOption): Promise<void> =>
  atRunningService(options, async ({ client }) => {
    if (!isEmptyFolder(folder))
      throw new CommandFailure(`${folder} is not a new or empty folder.`, EXIT.refused);
    const state = await readApplied(client, setOf(options));
    if (state.recordedAt !== null)
      throw new CommandFailure(
        `Something was applied under the name ${state.set}; name another set with --set.`,
        EXIT.refused,
      );
    const written = await writeResourceFiles(client, folder);
    await writeFile(join(folder, SCHEMA_FILE), resourceSchemaText());
    const resources: AppliedState['resources'] = new Map(
      [...written].map(([key, record]) => [key, { record }]),
    );
    await recordApplied(client, { ...state, resources });
    process.stderr.write(`Wrote ${written.size} resources to ${folder}.\n`);
  });

const isEmptyFolder = (path: string): boolean => {
  const info = statSync(path, { throwIfNoEntry: false });
  return info === undefined || (info.isDirectory() && readdirSync(path).length === 0);
};

const SCHEMA_FILE = 'govgate-resources.schema.json';

const setOf = ({ set = DEFAULT_SET }: SetOption): string => {
  if (isId(set)) return set;
  throw new CommandFailure('--set takes letters, digits and . _ : -, at most 128.', EXIT.usage);
};

const applyReviewed = async (service: CalledService, file: string, options: SetOption): Promise<void> => {
  const reviewed = await readPlanFile(file);
  const { tenant_id: tenant } = await service.client.readIdentity();
  if (reviewed.tenant !== tenant || reviewed.url !== urlOf(options))
    throw new CommandFailure('The plan was made for another service or tenant.', EXIT.refused);
  await execute(service, reviewed);
};

const plannedFor = async ({ client }: CalledService, options: PlanOptions): Promise<Plan> => {
  const { file, prune = [], overwrite = false } = options;
  checkKinds(prune);
  return makePlan(client, {
    url: urlOf(options) ?? '',
    files: await readFiles(file),
    state: await readApplied(client, setOf(options)),
    request: { overwrite, prune: new Set(prune), now: Date.now() },
  });
};

const checkKinds = (kinds: readonly string[]): void => {
  const known = RESOURCE_KINDS.filter(({ remove }) => remove !== undefined).map(({ kind }) => kind);
  if (kinds.every((kind) => known.includes(kind))) return;
  throw new CommandFailure(`--prune takes ${known.join(', ')}.`, EXIT.usage);
};

const print = async ({ client }: CalledService, planned: Plan): Promise<void> => {
  const lines = planLines(planned, await effectsOf(client, planned), paintFor(process.stdout, process.env));
  process.stdout.write(`${lines.join('\n')}\n`);
};

const refuseConflicts = ({ conflicts }: Plan): void => {
  if (conflicts.length === 0) return;
  throw new CommandFailure(
    'Nothing is applied while there are conflicts: copy the edits into the files, or let the files win with --overwrite.',
    EXIT.refused,
  );
};

const execute = async ({ client }: CalledService, planned: Plan): Promise<void> => {
  try {
    const result = await applyPlan(client, planned, ({ operation, kind, id }, count) => {
      process.stderr.write(`[${count.done}/${count.of}] ${operation} ${kind} ${id}\n`);
    });
    process.stderr.write(`${resultLine(result)}\n`);
  } catch (fault) {
    if (fault instanceof StalePlan)
      throw new CommandFailure('Something was applied since the plan was made: plan anew.', EXIT.refused);
    if (!(fault instanceof GovgateError)) throw fault;
    const message = commandFailureOf(fault)?.message ?? '';
    const advice = hasMoved(fault)
      ? 'Somebody changed it since the plan was made: plan anew.'
      : 'What was done so far is kept; apply again to continue.';
    throw new CommandFailure(`${message} ${advice}`, EXIT.refused);
  }
};

const resultLine = ({ calls, was }: ApplyResult): string => {
  if (was === 'done') return 'Nothing to do: this plan was applied before.';
  if (calls === 0) return 'Nothing to do.';
  const counted = `${calls} ${calls === 1 ? 'call' : 'calls'}`;
  return was === 'continued'
    ? `Applied: ${counted}; those made before the interruption were not made twice.`
    : `Applied: ${counted}.`;
};
