import { jsonFaultIn } from '@govgate/application';
import { ok, type Result, refuse } from '@govgate/domain';
import type { Help } from '@govgate/domain/internal';
import { checkBody, DEFINITION_DEPTH } from './body-safety.js';
import { readQuery } from './query-string.js';
import { OBJECT_HELP } from './validate.js';

/** How a body is written: its media types, the usual one first, and how its text is read. */
export interface BodyForm {
  readonly mediaTypes: readonly string[];
  /** The object that a text is; a faulty one becomes a refusal, and nothing of it is kept. */
  readonly parse: (text: string) => Result<Record<string, unknown>>;
}

const OBJECT_OR_LIST = /^[ \t\n\r]*[{[]/;

const parseJson = (text: string, maxDepth?: number): Result<Record<string, unknown>> => {
  if (text === '') return ok({});
  if (!OBJECT_OR_LIST.test(text)) return refuse('invalid_request', undefined, OBJECT_HELP);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse('invalid_json', undefined, syntaxHelp(text));
  }
  return checkBody(body, text, maxDepth);
};

const syntaxHelp = (body: string): Help => {
  const fault = jsonFaultIn(body);
  if (fault === undefined) return {};
  return { detail: `The body stops being JSON at line ${fault.line}, column ${fault.column}.` };
};

/** The form of all bodies but those of other standards. */
export const JSON_FORM: BodyForm = { mediaTypes: ['application/json'], parse: (text) => parseJson(text) };

/** The same with definitions of MCP servers in it. */
export const DEFINITIONS_FORM: BodyForm = {
  ...JSON_FORM,
  parse: (text) => parseJson(text, DEFINITION_DEPTH),
};

/** A form, as browsers and identity providers send it; a field that is given twice is refused. */
export const URLENCODED_FORM: BodyForm = {
  mediaTypes: ['application/x-www-form-urlencoded'],
  parse: (text) => readQuery(text) as Result<Record<string, unknown>>,
};

/** A Security Event Token as it is (RFC 8935, 2.1). */
export const SIGNAL_FORM: BodyForm = {
  mediaTypes: ['application/secevent+jwt'],
  parse: (text) => ok({ signal: text }),
};

/** Members of SCIM's bodies as they are spelt, by their lowercased names: attribute names have no case (RFC 7643, 2.1). */
const SCIM_MEMBERS = new Map(
  ['userName', 'externalId', 'displayName', 'name', 'active', 'members', 'Operations'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

const parseScim = (text: string): Result<Record<string, unknown>> => {
  const body = parseJson(text);
  if (!body.ok) return body;
  const spelt = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body.value)) {
    const member = SCIM_MEMBERS.get(name.toLowerCase()) ?? name;
    // Given twice, in two spellings: nobody knows which one counts.
    if (spelt.has(member)) return refuse('invalid_request', member);
    spelt.set(member, value);
  }
  return ok(Object.fromEntries(spelt));
};

/** SCIM's (RFC 7644, 3.1); many clients send it as plain JSON. */
export const SCIM_FORM: BodyForm = {
  mediaTypes: ['application/scim+json', 'application/json'],
  parse: parseScim,
};
