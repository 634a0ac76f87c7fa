import { canonicalJson, type Json } from '../canonical-json.js';
import { compareText } from '../text-order.js';
import { type Manifest, manifestDocument } from './manifest.js';

/** Differences between two manifests: field names and tool ids, never their values. */
export interface SubmissionDiff {
  readonly changedFields: readonly string[];
  readonly addedTools: readonly string[];
  readonly removedTools: readonly string[];
  readonly changedTools: readonly { readonly toolId: string; readonly changedFields: readonly string[] }[];
}

/** The differences from one manifest to another, each list sorted. Field names are those of the API's document. */
export const diffSubmissions = (from: Manifest, to: Manifest): SubmissionDiff => {
  const { tools: fromTools, ...fromFields } = manifestDocument(from);
  const { tools: toTools, ...toFields } = manifestDocument(to);
  const before = byToolId(fromTools as readonly Document[]);
  const after = byToolId(toTools as readonly Document[]);
  const kept = [...before.keys()].filter((toolId) => after.has(toolId)).sort(compareText);
  return {
    changedFields: differing(fromFields, toFields),
    addedTools: [...after.keys()].filter((toolId) => !before.has(toolId)).sort(compareText),
    removedTools: [...before.keys()].filter((toolId) => !after.has(toolId)).sort(compareText),
    changedTools: kept
      .map((toolId) => ({
        toolId,
        changedFields: differing(before.get(toolId) ?? {}, after.get(toolId) ?? {}),
      }))
      .filter((tool) => tool.changedFields.length > 0),
  };
};

type Document = { readonly [key: string]: Json };

const byToolId = (tools: readonly Document[]): Map<string, Document> =>
  new Map(tools.map((tool) => [String(tool.tool_id), tool]));

const differing = (from: Document, to: Document): string[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => text(from[key]) !== text(to[key]))
    .sort(compareText);

const text = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));
