import { canonicalHash, type Sha256Hex, sha256Hex } from '../canonical-json.js';
import { ok, type Result, refuse } from '../result.js';
import type { ManifestBody, PolicyOwner, PolicySource, SubmittedText } from './policy-version.js';
import { scanManifest } from './scan-manifest.js';
import { holdsSecretMaterial } from './secret-material.js';

/** An author's input: everything else about a version is decided by the service. */
export interface DraftContent {
  readonly owner: PolicyOwner;
  readonly source: PolicySource;
  readonly description: string | null;
  readonly body: ManifestBody;
  /** The text `body` was read from, null if it came as JSON in the request. */
  readonly submittedText: SubmittedText | null;
}

/**
 * The manifest's hash, if the content may be stored at all. An invalid manifest may (validation reports it), one with secrets or payloads
 * may not, in any field of the draft: `forbidden_material`. `invalid_request`: nested too deep, or invalid Unicode, which has no hash.
 */
export const hashOfContent = (content: DraftContent, hash: Sha256Hex = sha256Hex): Result<string> => {
  const material = fieldWithMaterial(content);
  if (material !== undefined) return refuse('forbidden_material', material);
  const findings = scanManifest(content.body).findings;
  if (findings.some((finding) => finding.reasonCode === 'forbidden_material'))
    return refuse('forbidden_material', 'body');
  return findings.length > 0 ? refuse('invalid_request', 'body') : ok(canonicalHash(content.body, hash));
};

const fieldWithMaterial = (content: DraftContent): string | undefined => {
  if (holdsSecretMaterial(content.description ?? '')) return 'description';
  if (holdsSecretMaterial(content.source.sourceRef ?? '')) return 'source.source_ref';
  return holdsSecretMaterial(content.submittedText?.text ?? '') ? 'text' : undefined;
};
