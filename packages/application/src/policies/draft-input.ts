import {
  type DraftContent,
  type Help,
  type ManifestBody,
  type ManifestFinding,
  type ManifestTextFormat,
  ok,
  type PolicyOwner,
  type PolicySource,
  type Result,
  refuse,
} from '@govgate/domain';
import type { Ports } from '../call/ports.js';

/** What an author sends of a draft: the manifest as JSON in `body`, or as `text` in a `textFormat`. */
export interface DraftInput {
  readonly owner: PolicyOwner;
  readonly source?: PolicySource | undefined;
  readonly description?: string | null | undefined;
  readonly body?: ManifestBody | undefined;
  readonly text?: string | undefined;
  readonly textFormat?: ManifestTextFormat | undefined;
  /** A tests document as it was sent; null: none. Left out of an edit, the tests stay as they are. */
  readonly tests?: unknown;
  readonly reasonCode?: string | undefined;
}

/** What reading a draft takes. */
export type DraftDeps = Pick<Ports, 'manifestTexts' | 'patience'>;

/** The content of a draft. Text that cannot be read at all is refused; what it says is for the validation to judge. */
export const draftContent = async (deps: DraftDeps, input: DraftInput): Promise<Result<DraftContent>> => {
  const { owner, source = { sourceType: 'api', sourceRef: null }, description = null } = input;
  // A long draft takes a while to be read, and another one to be looked through: others have a turn in between.
  await deps.patience.wait(0);
  const said = await manifestOf(deps, input);
  if (!said.ok) return said;
  if (input.text !== undefined) await deps.patience.wait(0);
  return ok({ owner, source, description, ...said.value });
};

const manifestOf = async (
  { manifestTexts }: DraftDeps,
  { body, text, textFormat }: DraftInput,
): Promise<Result<Pick<DraftContent, 'body' | 'submittedText'>>> => {
  if (text === undefined && textFormat !== undefined) return refuse('invalid_request', 'text_format');
  if (text === undefined)
    return body === undefined ? refuse('invalid_request', 'body') : ok({ body, submittedText: null });
  if (body !== undefined) return refuse('invalid_request', 'text');
  if (textFormat === undefined) return refuse('invalid_request', 'text_format');
  const read = await manifestTexts.read(text, textFormat);
  return read.ok
    ? ok({ body: read.body, submittedText: { format: textFormat, text } })
    : refuse('invalid_request', 'text', textHelp(read.findings, textFormat));
};

const textHelp = ([first]: readonly ManifestFinding[], format: ManifestTextFormat): Help => {
  if (first === undefined || first.line === null) return {};
  const { line, column, message } = first;
  return {
    detail: `The ${format.toUpperCase()} cannot be read at line ${line}, column ${column}: ${message}`,
  };
};
