import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@govgate/adapter-http';
import type { Callable } from './code-samples.js';

/** What an operation answered in a world of sample records. */
export interface RecordedAnswer {
  readonly status: number;
  /** JSON, or the first line of another format. */
  readonly body: unknown;
}

export const ANSWERS_FILE = fileURLToPath(new URL('../../docs/examples/answers.json', import.meta.url));

/** The recorded answers by operation id. */
export const recordedAnswers = (): Readonly<Record<string, RecordedAnswer>> =>
  JSON.parse(readFileSync(ANSWERS_FILE, 'utf8')) as Record<string, RecordedAnswer>;

/** The text of a new token: its form without a secret. */
const TOKEN = 'ggw_…';
/** Entries of a list that an example shows. */
const SHOWN = 2;

/** An answer as an example: lists of their first entries, and no token. */
export const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.startsWith('ggw_') ? TOKEN : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
};

/** What differs from one run to the next: times, hashes and signatures, minted ids, ports and durations. */
const OF_ONE_RUN = [
  /\d{4}-\d\d-\d\dT[\d:.]+Z/,
  /'?[\w+/-]{40,}={0,2}/,
  /[0-9a-f]{16,}/,
  /"(?=[^"]*[A-Z])[\w-]{12}"/,
  /\b\d{5,}\b/,
].map(({ source }) => new RegExp(source, 'g'));

/** The earlier answer, if the new one says the same at another time: recording again then changes no file. */
export const keptWhereSame = (before: RecordedAnswer | undefined, answer: RecordedAnswer): RecordedAnswer => {
  const lasting = (one: RecordedAnswer) =>
    OF_ONE_RUN.reduce((text, pattern) => text.replaceAll(pattern, '…'), JSON.stringify(one));
  return before !== undefined && lasting(before) === lasting(answer) ? before : answer;
};

interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { example?: unknown }>;
}

interface DocumentedOperation extends Callable {
  readonly responses: Readonly<Record<string, Response>>;
}

interface ApiDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** The API document with the recorded answers as its examples. */
export const documentWithAnswers = (answers = recordedAnswers()): ApiDocument => {
  const document = structuredClone(openApiDocument()) as unknown as ApiDocument;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const answer = answers[operation.operationId];
    const response = answer === undefined ? undefined : operation.responses[answer.status];
    const { content = {} } =
      response?.$ref === undefined
        ? (response ?? {})
        : (document.components.responses[response.$ref.split('/').at(-1) ?? ''] ?? {});
    for (const media of Object.values(content)) media.example = answer?.body;
  }
  return document;
};
