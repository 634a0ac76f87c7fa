import type { ManifestBody, ManifestFinding } from '@govgate/domain';
import type { ManifestTextFormat, SubmittedText } from '@govgate/domain/internal';

/** What came of reading a manifest out of a text. */
export type ManifestReading =
  | { readonly ok: true; readonly body: ManifestBody }
  | { readonly ok: false; readonly findings: readonly ManifestFinding[] };

/**
 * Reads manifests out of texts. A host keeps long texts off its event loop, as one can take a tenth of a second, and lets tenants take
 * turns.
 */
export interface ManifestTexts {
  read(tenantId: string, text: string, format: ManifestTextFormat): Promise<ManifestReading>;
  /** The findings with the lines and columns of what they are about. */
  locate(
    tenantId: string,
    submitted: SubmittedText,
    findings: readonly ManifestFinding[],
  ): Promise<readonly ManifestFinding[]>;
}
