import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GovgateError } from '@govgate/client';
import { APPLIED_FILE, type AppliedState, openApplied, readApplied } from '../as-code/applied-file.js';
import { applyPlan, hasMoved } from '../as-code/apply-plan.js';
import { makePlan, type Plan } from '../as-code/make-plan.js';
import { effectsOf } from '../as-code/plan-effects.js';
import { readPlanFile, writePlanFile } from '../as-code/plan-file.js';
import { paintFor, planLines } from '../as-code/plan-lines.js';
import { readFiles } from '../as-code/read-files.js';
import { writeResourceFiles } from '../as-code/resource-files.js';
import { RESOURCE_KINDS } from '../as-code/resource-kinds.js';
import { resourceSchemaText } from '../as-code/resource-schema-text.js';
import { CommandFailure, commandFailureOf, EXIT } from '../system/command-failure.js';
import { onlyThere, type There, urlOf } from './here-or-there.js';
import type { RemoteService } from './remote/remote-service.js';

export interface PlanOptions extends There {
  readonly file: string;
  readonly out?: string;
  readonly state?: string;
  readonly prune?: readonly string[];
  readonly overwrite?: boolean;
  readonly detailedExitcode?: boolean;
}

/** The exit code of `--detailed-exitcode` when there is something to do. */
const CHANGES = 2;

/** `govgate plan -f DIR`: the plan for people on stdout; with `--out` also for `apply`. */
export const plan = (options: PlanOptions): Promise<void> =>
  onlyThere(options, async (service) => {
    const { planned, state } = await plannedFor(service, options);
    await print(service, planned);
    if (options.out !== undefined && planned.conflicts.length === 0)
      await writePlanFile(options.out, {
        url: urlOf(options) ?? '',
        state: resolve(state.file),
        plan: planned,
      });
    refuseConflicts(planned);
    if (options.detailedExitcode && planned.changes.length > 0) process.exitCode = CHANGES;
  });

/** `govgate apply PLAN`, or `apply -f DIR`, which plans first. */
export const apply = (
  planFile: string | undefined,
  options: Omit<PlanOptions, 'file'> & { readonly file?: string },
): Promise<void> =>
  onlyThere(options, async (service) => {
    const { file } = options;
    if ((planFile === undefined) === (file === undefined))
      throw new CommandFailure('Name a plan, or the files with -f.', EXIT.usage);
    if (planFile !== undefined) return applyReviewed(service, planFile, options);
    const { planned, state } = await plannedFor(service, { ...options, file: file ?? '' });
    await print(service, planned);
    refuseConflicts(planned);
    await execute(service, planned, state);
  });

interface StateFile {
  readonly file: string;
  readonly known: AppliedState;
}

/** `govgate export --as-files DIR`: a service's resources as initial files, recorded as applied. */
export const exportAsFiles = (folder: string, options: There): Promise<void> =>
  onlyThere(options, async ({ client }) => {
    const stateFile = join(folder, APPLIED_FILE);
    if (existsSync(stateFile))
      throw new CommandFailure(`${folder} has files that were applied; name another folder.`, EXIT.refused);
    if (!isFolder(folder)) throw new CommandFailure(`${folder} is not a folder.`, EXIT.refused);
    const written = await writeResourceFiles(client, folder);
    await writeFile(join(folder, SCHEMA_FILE), resourceSchemaText());
    const { tenant_id: tenant } = await client.readIdentity();
    const resources = new Map([...written].map(([key, record]) => [key, { record }]));
    await openApplied(stateFile, { tenant, resources });
    process.stderr.write(`Wrote ${written.size} resources to ${folder}.\n`);
  });

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;

const SCHEMA_FILE = 'govgate-resources.schema.json';

const applyReviewed = async (service: RemoteService, file: string, options: There): Promise<void> => {
  const reviewed = await readPlanFile(file);
  const { tenant_id: tenant } = await service.client.readIdentity();
  if (reviewed.plan.tenant !== tenant || reviewed.url !== urlOf(options))
    throw new CommandFailure('The plan was made for another service or tenant.', EXIT.refused);
  const known = await readApplied(reviewed.state, tenant);
  await execute(service, reviewed.plan, { file: reviewed.state, known });
};

const plannedFor = async (
  { client }: RemoteService,
  { file, state, prune = [], overwrite = false }: PlanOptions,
): Promise<{ readonly planned: Plan; readonly state: StateFile }> => {
  checkKinds(prune);
  const files = await readFiles(file);
  const stateFile = state ?? join(files.folder, APPLIED_FILE);
  const { tenant_id: tenant } = await client.readIdentity();
  const known = await readApplied(stateFile, tenant);
  const planned = await makePlan(client, {
    files,
    state: known,
    asked: { overwrite, prune: new Set(prune) },
  });
  return { planned, state: { file: stateFile, known } };
};

const checkKinds = (kinds: readonly string[]): void => {
  const known = RESOURCE_KINDS.filter(({ remove }) => remove !== undefined).map(({ kind }) => kind);
  if (kinds.every((kind) => known.includes(kind))) return;
  throw new CommandFailure(`--prune takes ${known.join(', ')}.`, EXIT.usage);
};

const print = async ({ client }: RemoteService, planned: Plan): Promise<void> => {
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

const execute = async ({ client }: RemoteService, planned: Plan, state: StateFile): Promise<void> => {
  const notes = await openApplied(state.file, state.known);
  try {
    const done = await applyPlan(client, planned, {
      notes,
      tell: ({ operation, kind, id }, count) => {
        process.stderr.write(`[${count.done}/${count.of}] ${operation} ${kind} ${id}\n`);
      },
    });
    process.stderr.write(done === 0 ? 'Nothing to do.\n' : `Applied: ${done} calls.\n`);
  } catch (fault) {
    if (!(fault instanceof GovgateError)) throw fault;
    const said = commandFailureOf(fault)?.message ?? '';
    const advice = hasMoved(fault)
      ? 'Somebody changed it since the plan was made: plan anew.'
      : 'What was done so far is kept; apply again to continue.';
    throw new CommandFailure(`${said} ${advice}`, EXIT.refused);
  }
};
