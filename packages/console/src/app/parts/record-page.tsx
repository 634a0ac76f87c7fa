import type { GovgateClient } from '@govgate/client';
import type { ComponentChildren } from 'preact';
import { type Api, useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { type Change, ChangeButtons } from './change-buttons.js';
import { type Fact, Facts } from './facts.js';
import { Failure } from './failure.js';
import { Heading } from './heading.js';
import { Text } from './text.js';

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly ifNoneMatch?: object;
}

/** The declaration of a record's page: how it is read, what it shows, and what can be done. */
export interface RecordDef<R> {
  readonly read: (client: GovgateClient, id: string, options: ReadOptions) => Promise<R>;
  readonly titleOf: (record: R) => string;
  readonly facts: (record: R, api: Api) => readonly Fact[];
  readonly actionsOf: (record: R) => readonly string[];
  /** Why a verb is refused, if the API says so. */
  readonly refusedBecause?: (record: R) => Readonly<Record<string, string>>;
  readonly changes: (record: R, api: Api) => readonly Change<R>[];
  /** Shown below the facts. */
  readonly Below?: (props: { readonly record: R; readonly reload: () => void }) => ComponentChildren;
  readonly everyMs?: number;
}

export function RecordPage<R extends object>({
  def,
  id,
}: {
  readonly def: RecordDef<R>;
  readonly id: string;
}) {
  const api = useApi();
  const { client } = api;
  const loaded = useLoad(
    `${api.environment} ${id}`,
    ({ signal, seen }) =>
      def.read(client, id, seen === undefined ? { signal } : { signal, ifNoneMatch: seen }),
    def.everyMs,
  );
  const { data: record, error } = loaded;
  const { Below } = def;
  if (record === undefined)
    return (
      <>
        <Heading title={id} shown={<Text of={id} />} />
        {error === undefined ? (
          <p class="quiet">{texts.loading}</p>
        ) : (
          <Failure error={error} retry={loaded.reload} />
        )}
      </>
    );
  return (
    <>
      <Heading title={def.titleOf(record)} shown={<Text of={def.titleOf(record)} />}>
        <ChangeButtons
          changes={def.changes(record, api)}
          actions={def.actionsOf(record)}
          refusals={def.refusedBecause?.(record) ?? {}}
          record={record}
          reread={() => def.read(client, id, {})}
          onDone={loaded.reload}
        />
      </Heading>
      {error !== undefined && <Failure error={error} retry={loaded.reload} />}
      <Facts facts={def.facts(record, api)} />
      {Below !== undefined && <Below record={record} reload={loaded.reload} />}
    </>
  );
}
