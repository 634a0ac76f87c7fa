import { canonicalJson, type ExactJson, type Sha256Hex, sha256Hex } from '../canonical-json.js';
import { withSortedSets } from './schema-sets.js';

/**
 * A tool as `tools/list` gives it, of any revision: all its members, with those that are null or undefined counted as absent.
 */
export type ReceivedTool = { readonly [member: string]: ExactJson | undefined };

/** Members that say nothing when they are empty. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['_meta', 'annotations', 'execution', 'icons']);

/**
 * What a tool's identity is made of, as one text: the RFC 8785 form of every member that its server gives, so that nothing in it changes
 * unseen; with the sets of its schemas in one order, and without members that are absent, null or empty (docs/spec/mcp-servers.md). Integers that `JSON.parse` would round keep their digits if the tool was read with `parseExactJson`.
 *
 * @throws TypeError for what has no RFC 8785 form, such as a lone surrogate; such a tool is no tool.
 * @example canonicalDefinition({ name: 'add', inputSchema: { required: ['b', 'a'] }, annotations: {} })
 * // '{"inputSchema":{"required":["a","b"]},"name":"add"}'
 */
export const canonicalDefinition = (tool: ReceivedTool): string => canonicalOf(canonicalMembers(tool));

/** The canonical form of each member of a tool that says something. */
export const canonicalMembers = (tool: ReceivedTool): { readonly [member: string]: string } =>
  Object.fromEntries(
    Object.entries(statedMembers(tool)).map(([member, value]) => [
      member,
      canonicalJson(comparedForm(member, value)),
    ]),
  );

/** The canonical form of an object, by those of its members. */
export const canonicalOf = (members: { readonly [member: string]: string }): string =>
  `{${Object.keys(members)
    .sort()
    .map((member) => `${canonicalJson(member)}:${members[member]}`)
    .join(',')}}`;

/**
 * The hash that a tool is approved by: `sha256:` and the SHA-256 of its canonical definition.
 */
export const definitionHash = (tool: ReceivedTool, hash: Sha256Hex = sha256Hex): string =>
  `sha256:${hash(canonicalDefinition(tool))}`;

/** The members of a tool that say something. */
export const statedMembers = (tool: ReceivedTool): { readonly [member: string]: ExactJson } =>
  Object.fromEntries(
    Object.entries(tool).flatMap(([member, value]): [string, ExactJson][] =>
      value === undefined || value === null || saysNothing(member, value) ? [] : [[member, value]],
    ),
  );

// A schema has its sets in one order; anything else is as it is.
const comparedForm = (member: string, value: ExactJson): ExactJson =>
  member === 'inputSchema' || member === 'outputSchema' ? withSortedSets(value) : value;

const saysNothing = (member: string, value: ExactJson): boolean =>
  MAY_BE_EMPTY.has(member) && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
