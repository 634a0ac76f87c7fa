/**
 * A receiver that answers as Splunk's HTTP Event Collector does: no Splunk server comes from a package registry.
 * Sources: Splunk Enterprise documentation, "Troubleshoot HTTP Event Collector" (table of status codes: HTTP status, code,
 * text), "HTTP Event Collector REST API endpoints" (`/services/collector/event`, `/services/collector/health/1.0`) and
 * "Format events for HTTP Event Collector" (concatenated objects, allowed keys, `fields` flat).
 * What it does not do: indexing, acknowledgement (`useACK`), raw events.
 */
import { type Answering, answerJson, type Received, type Recorder, startRecorder } from './http-recorder.js';

export interface HecOptions {
  readonly token: string;
  /** Answers 503 with code 9 to so many requests first. */
  readonly busyFor?: number;
  /** Refuses an event that holds this text, as one whose `event` is missing (code 12). */
  readonly refuses?: string;
  readonly healthy?: boolean;
}

const KEYS = new Set(['time', 'host', 'source', 'sourcetype', 'index', 'event', 'fields']);

const TOKEN = /"(?:\\.|[^"\\])*"|[{}]|[^\s"{}]/g;

/** The objects of a body that stand after each other, read as a stream parser does. */
const concatenated = (body: string): Record<string, unknown>[] => {
  const objects: Record<string, unknown>[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of body.matchAll(TOKEN)) {
    if (depth === 0 && token !== '{') throw new Error('something between two objects');
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token !== '}' || depth > 0) continue;
    objects.push(JSON.parse(body.slice(start, index + 1)));
    start = index + 1;
  }
  if (depth !== 0) throw new Error('the body is cut short');
  return objects;
};

const isFlat = (fields: unknown): boolean =>
  fields === undefined ||
  (typeof fields === 'object' &&
    fields !== null &&
    Object.values(fields).every((one) => typeof one === 'string'));

const refusalOf = (event: Record<string, unknown>, refuses: string | undefined) => {
  if (event.event === undefined || (refuses !== undefined && JSON.stringify(event).includes(refuses)))
    return { text: 'Event field is required', code: 12 };
  if (event.event === '') return { text: 'Event field cannot be blank', code: 13 };
  if (!isFlat(event.fields)) return { text: 'Error in handling indexed fields', code: 15 };
  const known = Object.keys(event).every((key) => KEYS.has(key)) && typeof event.time === 'number';
  return known ? undefined : { text: 'Invalid data format', code: 6 };
};

const authorize = ({ headers }: Received, token: string): readonly [number, object] | undefined => {
  if (headers.authorization === undefined) return [401, { text: 'Token is required', code: 2 }];
  const [scheme, given] = headers.authorization.split(' ');
  if (scheme !== 'Splunk' || given === undefined) return [401, { text: 'Invalid authorization', code: 3 }];
  return given === token ? undefined : [403, { text: 'Invalid token', code: 4 }];
};

/** Starts the emulator; `indexed` is what it took, in order. */
export const startHec = async (
  options: HecOptions,
): Promise<Recorder & { readonly indexed: Record<string, unknown>[] }> => {
  const indexed: Record<string, unknown>[] = [];
  let busy = options.busyFor ?? 0;
  const answer: Answering = (received, response) => {
    if (received.url === '/services/collector/health/1.0') {
      if (options.healthy === false)
        return answerJson(response, 503, { text: 'HEC is unhealthy, queues are full', code: 18 });
      return answerJson(response, 200, { text: 'HEC is healthy', code: 17 });
    }
    if (received.url !== '/services/collector/event')
      return answerJson(response, 404, {
        text: 'The requested URL was not found on this server.',
        code: 404,
      });
    const unauthorized = authorize(received, options.token);
    if (unauthorized !== undefined) return answerJson(response, ...unauthorized);
    if (busy > 0) {
      busy -= 1;
      return answerJson(response, 503, { text: 'Server is busy', code: 9 });
    }
    if (received.body === '') return answerJson(response, 400, { text: 'No data', code: 5 });
    const events = concatenated(received.body);
    const place = events.findIndex((event) => refusalOf(event, options.refuses) !== undefined);
    const bad = events[place];
    if (bad !== undefined)
      return answerJson(response, 400, { ...refusalOf(bad, options.refuses), 'invalid-event-number': place });
    indexed.push(...events);
    answerJson(response, 200, { text: 'Success', code: 0 });
  };
  return { ...(await startRecorder(answer)), indexed };
};
