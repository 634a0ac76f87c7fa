/**
 * A receiver that answers as Datadog's intake of logs does: no such server comes from a package registry.
 * Sources: Datadog API reference, "Send logs" (v2: `POST /api/v2/logs`, `DD-API-KEY`, at most 1,000 items and 5 MB, status
 * codes 202, 400, 401, 403, 408, 413, 429, 500, 503 with `{"errors":[{"detail","status","title"}]}`) and "Validate API key"
 * (`GET /api/v1/validate`: 200 `{"valid":true}`, 403 `{"errors":["Forbidden"]}`).
 * What it does not do: parsing, indexing, compression.
 */
import { answerJson, type Recorder, startRecorder } from './http-recorder.js';

export interface DatadogOptions {
  readonly key: string;
  /** Answers this status to so many requests first. */
  readonly failing?: { readonly status: number; readonly times: number };
  /** Refuses a request that holds this text (400), without saying which item it was. */
  readonly refuses?: string;
}

const MOST_ITEMS = 1_000;
const MOST_BYTES = 5_000_000;

const errors = (status: number, title: string) => ({ errors: [{ status: String(status), title }] });

const isLog = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && typeof (item as { message?: unknown }).message === 'string';

type Answer = readonly [status: number, body: object];

const unlessKey = (key: unknown, good: string): Answer | undefined => {
  if (key === undefined) return [401, errors(401, 'Unauthorized')];
  return key === good ? undefined : [403, errors(403, 'Forbidden')];
};

const isRefused = (items: unknown, body: string, refuses: string | undefined): boolean =>
  !Array.isArray(items) ||
  items.length > MOST_ITEMS ||
  !items.every(isLog) ||
  (refuses !== undefined && body.includes(refuses));

/** Starts the emulator; `taken` is what it took, in order. */
export const startDatadog = async (
  options: DatadogOptions,
): Promise<Recorder & { readonly taken: Record<string, unknown>[] }> => {
  const taken: Record<string, unknown>[] = [];
  let failing = options.failing?.times ?? 0;
  const take = (body: string): Answer => {
    const status = options.failing?.status;
    failing -= 1;
    if (status !== undefined && failing >= 0) return [status, errors(status, 'Failing')];
    if (Buffer.byteLength(body) > MOST_BYTES) return [413, errors(413, 'Payload Too Large')];
    const items: unknown = JSON.parse(body);
    if (isRefused(items, body, options.refuses)) return [400, errors(400, 'Bad Request')];
    taken.push(...(items as Record<string, unknown>[]));
    return [202, {}];
  };
  const validate = (key: unknown): Answer =>
    key === options.key ? [200, { valid: true }] : [403, { errors: ['Forbidden'] }];
  const recorder = await startRecorder(({ url, headers, body }, response) => {
    const key = headers['dd-api-key'];
    if (url === '/api/v1/validate') return answerJson(response, ...validate(key));
    if (url !== '/api/v2/logs') return answerJson(response, 404, errors(404, 'Not Found'));
    answerJson(response, ...(unlessKey(key, options.key) ?? take(body)));
  });
  return { ...recorder, taken };
};
