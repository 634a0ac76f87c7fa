import type { GovgateClient } from '@govgate/client';
import { Breadcrumb, BreadcrumbItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { type Api, useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { type Change, ChangeButtons } from './change-buttons.js';
import { CopyButton } from './copy-button.js';
import { type Fact, Facts } from './facts.js';
import { Failure } from './failure.js';
import { Heading } from './heading.js';
import { Loading } from './loading.js';
import { Text } from './text.js';

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly ifNoneMatch?: object;
}

/** What a record lies below, by its title and path. */
export type Above = readonly [title: string, path: string];

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
  readonly Below?: (props: { readonly record: R }) => ReactNode;
  /** Pages below its own, by the last part of their address. */
  readonly pages?: Readonly<Record<string, (props: { readonly id: string }) => ReactNode>>;
  readonly everyMs?: number;
  /** Whether it acts, so that events are found by it, too; false for records that no event is about. */
  readonly hasEvents?: 'as_actor' | false;
}

/** Which record, and what it lies below. */
export interface RecordAt<R> {
  readonly def: RecordDef<R>;
  readonly id: string;
  readonly above: readonly Above[];
}

export function RecordPage<R extends object>(at: RecordAt<R>) {
  const { title, buttons, body } = useRecord(at);
  return (
    <>
      <Trail above={at.above} title={title} />
      <Heading title={title} shown={<Text of={title} />}>
        {buttons}
      </Heading>
      {body}
    </>
  );
}

/** A record as it is shown on its own page, and in the panel beside its list. */
export function useRecord<R extends object>({ def, id, above }: RecordAt<R>) {
  const api = useApi();
  const { client } = api;
  const {
    data: record,
    error,
    reload,
  } = useLoad(
    ['record', ...above.map(([, path]) => path), id],
    ({ signal, seen }) =>
      def.read(client, id, seen === undefined ? { signal } : { signal, ifNoneMatch: seen }),
    def.everyMs,
  );
  return {
    title: record === undefined ? id : def.titleOf(record),
    buttons: record !== undefined && (
      <>
        <ChangeButtons
          changes={def.changes(record, api)}
          actions={def.actionsOf(record)}
          refusals={def.refusedBecause?.(record) ?? {}}
          record={record}
          reread={() => def.read(client, id, {})}
        />
        <CopyButton text={id} label={texts.copyId} />
      </>
    ),
    body: (
      <>
        {error !== undefined && <Failure error={error} retry={reload} />}
        {record === undefined && error === undefined && <Loading lines={6} />}
        {record !== undefined && <RecordBody def={def} id={id} record={record} />}
      </>
    ),
    record,
  };
}

function RecordBody<R extends object>({
  def: { facts, hasEvents, Below },
  id,
  record,
}: {
  readonly def: RecordDef<R>;
  readonly id: string;
  readonly record: R;
}) {
  const api = useApi();
  return (
    <>
      <Facts facts={facts(record, api)} />
      {hasEvents !== false && <Events id={id} acts={hasEvents === 'as_actor'} />}
      {Below !== undefined && <Below record={record} />}
    </>
  );
}

/** Links to the events of a record, and of what an actor did, for whoever may read the trail. */
const Events = ({ id, acts }: { readonly id: string; readonly acts: boolean }) => {
  const { href, may } = useApi();
  if (!may('audit.read')) return null;
  return (
    <p className="chips">
      {acts && <a href={href('audit', { actor_id: id })}>{texts.audit.actsOf}</a>}
      <a href={href('audit', { resource_id: id })}>
        {acts ? texts.audit.eventsOfActor : texts.audit.eventsOf}
      </a>
    </p>
  );
};

/** Where a page lies. */
export const Trail = ({ above, title }: { readonly above: readonly Above[]; readonly title: string }) => {
  const { href } = useApi();
  return (
    <Breadcrumb>
      {above.map(([name, path]) => (
        <BreadcrumbItem key={path} to={href(path)}>
          <Text of={name} />
        </BreadcrumbItem>
      ))}
      <BreadcrumbItem isActive>
        <Text of={title} />
      </BreadcrumbItem>
    </Breadcrumb>
  );
};
