import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readText } from '../system/read-text.js';
import { digestOf, type Plan } from './make-plan.js';
import { PLANNED_OPERATIONS } from './resource-kinds.js';

const Text = v.string();
const Record = v.record(v.string(), v.any());

const StepSchema = v.strictObject({
  kind: Text,
  id: Text,
  action: v.picklist(['create', 'update', 'delete', 'publish']),
  operation: v.pipe(
    v.string(),
    v.check((name) => PLANNED_OPERATIONS.has(name)),
  ),
  input: Record,
  etag: v.nullable(Text),
  fields: v.array(Text),
});

const PlanFile = v.strictObject({
  govgate_plan: v.literal('1.0'),
  digest: Text,
  plan: v.strictObject({
    url: Text,
    tenant: Text,
    set: Text,
    basis: v.nullable(Text),
    changes: v.array(
      v.strictObject({
        kind: Text,
        id: Text,
        before: v.nullable(Record),
        after: v.nullable(Record),
        rests: v.nullable(Record),
        steps: v.array(StepSchema),
      }),
    ),
    conflicts: v.pipe(v.array(v.any()), v.length(0)),
    notes: v.array(v.strictObject({ kind: Text, id: Text, note: Text })),
    settled: v.array(v.strictObject({ key: Text, record: v.nullable(Record) })),
  }),
});

/** Writes a plan for a review. */
export const writePlanFile = async (file: string, plan: Plan): Promise<void> => {
  const document = { govgate_plan: '1.0', digest: digestOf(plan), plan };
  await writeFile(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
};

/**
 * Reads a plan as reviewed.
 * @throws CommandFailure if it is not a plan, or was edited
 */
export const readPlanFile = async (file: string): Promise<Plan> => {
  const text = await readText(file);
  const parsed = v.safeParse(PlanFile, jsonOf(text));
  if (!parsed.success) throw new CommandFailure(`The file ${file} is not a plan.`, EXIT.refused);
  const plan = parsed.output.plan as Plan;
  if (digestOf(plan) !== parsed.output.digest)
    throw new CommandFailure(`The plan in ${file} was edited after it was made; plan anew.`, EXIT.refused);
  return plan;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
