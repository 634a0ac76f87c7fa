import type { GovgateClient } from '@govgate/client';
import { Button } from '@patternfly/react-core';
import { useRef, useState } from 'react';
import { Failure } from '../../parts/failure.js';
import { useApi } from '../../state/api.js';
import { useAction } from '../../state/use-action.js';
import { texts } from '../../texts.js';
import { openSink } from './file-sink.js';

const t = texts.audit;

/** Saves a time range of the trail as the API streams it, for `govgate audit verify`. */
export const ExportTrail = ({
  from,
  to,
}: {
  readonly from: string | undefined;
  readonly to: string | undefined;
}) => {
  const api = useApi();
  const [count, setCount] = useState(0);
  const stop = useRef(new AbortController());
  const { run, data, error, isRunning } = useAction(() =>
    saveTrail(api.client, {
      range: { ...(from ? { from } : {}), ...(to ? { to } : {}) },
      signal: stop.current.signal,
      onCount: setCount,
    }),
  );
  if (!api.mayInTenant('audit.export')) return null;
  const begin = (): void => {
    stop.current = new AbortController();
    run();
  };
  return (
    <>
      <p>
        <Button variant="secondary" isDisabled={isRunning} onClick={begin}>
          {t.export}
        </Button>{' '}
        {isRunning && (
          <Button variant="link" onClick={() => stop.current.abort()}>
            {t.stop}
          </Button>
        )}{' '}
        <span className="quiet">{t.exportSays}</span>{' '}
        <span role="status" data-exported={data}>
          {isRunning && t.exporting(count)}
          {data !== undefined && t.exported(data)}
        </span>
      </p>
      {error !== undefined && <Failure error={error} />}
    </>
  );
};

interface Saving {
  readonly range: { readonly from?: string; readonly to?: string };
  readonly signal: AbortSignal;
  readonly onCount: (lines: number) => void;
}

/** The number of lines saved; undefined if the user left. */
const saveTrail = async (
  client: GovgateClient,
  { range, signal, onCount }: Saving,
): Promise<number | undefined> => {
  onCount(0);
  const sink = await openSink('govgate-audit.ndjson').catch(unlessLeft);
  if (sink === undefined) return undefined;
  let lines = 0;
  try {
    for await (const line of client.exportAuditEvents.lines(range, { signal })) {
      await sink.write(`${line}\n`);
      lines += 1;
      if (lines % 500 === 0) onCount(lines);
    }
    await sink.close();
    return lines;
  } catch (fault) {
    await sink.discard();
    if (signal.aborted) return undefined;
    throw fault;
  }
};

/** Closing the browser's file dialog means cancel. */
const unlessLeft = (fault: unknown): undefined => {
  if (fault instanceof DOMException && fault.name === 'AbortError') return undefined;
  throw fault;
};
