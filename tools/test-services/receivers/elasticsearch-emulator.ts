/**
 * A receiver that answers `_bulk` as Elasticsearch does, for the tests of every run; a real server of version 7.17 is held
 * against the same expectations where one can be had (elasticsearch.contract.test.ts).
 * Sources: Elasticsearch reference, "Bulk API" (NDJSON that ends with a line feed, `create`, per-item `status`, `errors`,
 * 409 `version_conflict_engine_exception`, 429 `es_rejected_execution_exception`) and "Common options" (`filter_path`).
 */
import { answerJson, type Recorder, startRecorder } from './http-recorder.js';

export interface ElasticsearchOptions {
  readonly index: string;
  readonly apiKey?: string;
  /** Refuses a document that holds this text (400, a mapping that does not fit). */
  readonly refuses?: string;
  /** Answers 429 for the documents of so many requests, but for their first. */
  readonly fullFor?: number;
}

/** Starts the emulator; `documents` are those it keeps, by id. */
export const startElasticsearch = async (
  options: ElasticsearchOptions,
): Promise<Recorder & { readonly documents: Map<string, unknown> }> => {
  const documents = new Map<string, unknown>();
  let full = options.fullFor ?? 0;
  const statusOf = (id: string, document: string, place: number): number => {
    if (documents.has(id)) return 409;
    if (full > 0 && place > 0) return 429;
    if (options.refuses !== undefined && document.includes(options.refuses)) return 400;
    documents.set(id, JSON.parse(document));
    return 201;
  };
  const recorder = await startRecorder(({ url, headers, body }, response) => {
    if (options.apiKey !== undefined && headers.authorization !== `ApiKey ${options.apiKey}`)
      return answerJson(response, 401, { error: { type: 'security_exception' }, status: 401 });
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname !== `/${options.index}/_bulk`)
      return answerJson(response, 404, { error: { type: 'index_not_found_exception' }, status: 404 });
    if (!body.endsWith('\n'))
      return answerJson(response, 400, { error: { type: 'illegal_argument_exception' } });
    const lines = body.slice(0, -1).split('\n');
    const items = Array.from({ length: lines.length / 2 }, (_, place) => {
      const { create } = JSON.parse(lines[place * 2] ?? '') as { create: { _id: string } };
      return { create: { status: statusOf(create._id, lines[place * 2 + 1] ?? '', place) } };
    });
    full = Math.max(0, full - 1);
    answerJson(response, 200, { errors: items.some(({ create }) => create.status >= 300), items });
  });
  return { ...recorder, documents };
};
