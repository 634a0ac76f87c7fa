import type { AnyKind } from '@govgate/ports';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD } from '../kinds/documents.js';
import { storeOpenError } from './store-open-error.js';

/** Registers which form of each kind this process writes. Refused if the store has seen a later one. */
export const registerForms = async (
  collections: Collections,
  kinds: readonly AnyKind[],
  where: string,
): Promise<void> => {
  const known = new Map((await collections.forms.find({}).toArray()).map((form) => [form._id, form]));
  if (kinds.some(({ name, schema }) => (known.get(name)?.schema ?? 0) > schema))
    throw storeOpenError('newer_version', where);
  for (const kind of kinds) {
    const [before, form] = [known.get(kind.name), formOf(kind)];
    if (before?.schema === kind.schema && before.form === form) continue;
    // Only if somebody forgot to raise the number: documents of the other form carry the same mark.
    if (before?.schema === kind.schema)
      await recordsOf(collections, kind).updateMany({}, { $set: { [RECORD.form]: 0 } });
    await register(collections, kind, form, where);
  }
};

const register = async (
  { forms }: Collections,
  { name, schema }: AnyKind,
  form: string,
  where: string,
): Promise<void> => {
  try {
    await forms.updateOne(
      { _id: name, schema: { $lte: schema } },
      { $set: { schema, form } },
      { upsert: true },
    );
  } catch (error) {
    // A newer process came first.
    throw isDuplicateKey(error) ? storeOpenError('newer_version', where) : error;
  }
};

const formOf = ({ scoping, attributes, memberships, uniques }: AnyKind): string =>
  JSON.stringify([
    scoping,
    Object.entries(attributes as Record<string, { readonly type: string }>).map(([name, { type }]) => [
      name,
      type,
    ]),
    Object.keys(memberships),
    Object.keys(uniques),
  ]);
