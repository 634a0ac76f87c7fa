import { type ManifestBody, type ManifestFinding, ok, type Result, refuse } from '@govgate/domain';
import type {
  DraftContent,
  Help,
  ManifestTextFormat,
  PolicyOwner,
  PolicySource,
} from '@govgate/domain/internal';
import type { Ports } from '../call/ports.js';

/** An author's draft: the manifest as JSON in `body`, or as `text` in a `textFormat`. */
export interface DraftInput {
  readonly owner: PolicyOwner;
  readonly source?: PolicySource | undefined;
  readonly description?: string | null | undefined;
  readonly body?: ManifestBody | undefined;
  readonly text?: string | undefined;
  readonly textFormat?: ManifestTextFormat | undefined;
  /** A tests document as sent; null: none. Omitted from an edit, the tests stay unchanged. */
  readonly tests?: unknown;
  readonly reasonCode?: string | undefined;
}

/** Dependencies of reading a draft. */
export type DraftDeps = Pick<Ports, 'manifestTexts' | 'tenantQueue'>;

/** A draft's content. Unreadable text is refused; its meaning is left to validation. */
export const draftContent = async (
  deps: DraftDeps,
  tenantId: string,
  input: DraftInput,
): Promise<Result<DraftContent>> => {
  const { owner, source = { sourceType: 'api', sourceRef: null }, description = null } = input;
  const manifest = await manifestOf(deps, tenantId, input);
  if (!manifest.ok) return manifest;
  // Scanning a long draft takes a while.
  await deps.tenantQueue.next(tenantId);
  return ok({ owner, source, description, ...manifest.value });
};

const manifestOf = async (
  { manifestTexts }: DraftDeps,
  tenantId: string,
  { body, text, textFormat }: DraftInput,
): Promise<Result<Pick<DraftContent, 'body' | 'submittedText'>>> => {
  if (text === undefined && textFormat !== undefined) return refuse('invalid_request', 'text_format');
  if (text === undefined)
    return body === undefined ? refuse('invalid_request', 'body') : ok({ body, submittedText: null });
  if (body !== undefined) return refuse('invalid_request', 'text');
  if (textFormat === undefined) return refuse('invalid_request', 'text_format');
  const read = await manifestTexts.read(tenantId, text, textFormat);
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
