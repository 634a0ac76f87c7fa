/** A numbered step of the form in which records are stored. */
export interface Migration {
  readonly number: number;
  /** By the name of a kind, what the step makes of each of its records. Pure: it may run twice. */
  readonly records?: Readonly<Record<string, (record: unknown) => unknown>>;
}

/**
 * Every step, in order. From the first release on, a new one is due with every change of a kind's attributes, memberships or unique
 * rules, of what they mean, or of a record's own shape: a store that is opened is brought to the last one, and what lists filter and
 * sort by is derived again of every record, before the service is ready. A process that does not know the last one is refused.
 */
export const MIGRATIONS: readonly Migration[] = [{ number: 1 }];

/** The number of the last step. */
export const lastOf = (migrations: readonly Migration[]): number => migrations.at(-1)?.number ?? 0;

/** A record of a kind, brought from the form of one step to the last one's. */
export const migrated = (
  migrations: readonly Migration[],
  from: number,
  { kind, record }: { readonly kind: string; readonly record: unknown },
): unknown =>
  migrations
    .filter(({ number }) => number > from)
    .reduce((before, { records }) => records?.[kind]?.(before) ?? before, record);
