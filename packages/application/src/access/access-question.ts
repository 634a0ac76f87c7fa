type Properties = Readonly<Record<string, unknown>>;

/** Who asks for access to what, and for which action: the entities of the AuthZEN Authorization API 1.0, in its own spelling. */
export interface AccessEntity {
  readonly type: string;
  readonly id: string;
  readonly properties?: Properties | undefined;
}

export interface AccessAction {
  readonly name: string;
  readonly properties?: Properties | undefined;
}

/** One question to the decision point. */
export interface AccessQuestion {
  readonly subject: AccessEntity;
  readonly action: AccessAction;
  readonly resource: AccessEntity;
  readonly context?: Properties | undefined;
}

/** A question as sent in a batch: any part may be missing or malformed. */
export type SentQuestion = { readonly [Part in keyof AccessQuestion]?: unknown };

/** Completes a question from its batch; undefined if it stays incomplete. */
export type Complete = (sent: SentQuestion) => AccessQuestion | undefined;

/** Prepares this for one batch: its defaults are read once and shared by all questions. */
export const completing = (defaults: SentQuestion): Complete => {
  const [ofSubject, ofResource] = [defaultsOf(defaults.subject), defaultsOf(defaults.resource)];
  const subjectBefore = entityOf(ofSubject, ofSubject);
  const resourceBefore = entityOf(ofResource, ofResource);
  const actionBefore = actionOf(defaults.action);
  return (sent) => {
    const subject = isLeftOut(sent.subject) ? subjectBefore : entityOf(sent.subject, ofSubject);
    const resource = isLeftOut(sent.resource) ? resourceBefore : entityOf(sent.resource, ofResource);
    const action = isLeftOut(sent.action) ? actionBefore : actionOf(sent.action);
    if (subject === undefined || resource === undefined || action === undefined) return undefined;
    const context = sent.context ?? defaults.context;
    if (context === undefined) return { subject, resource, action };
    return isProperties(context) ? { subject, resource, action, context } : undefined;
  };
};

const isLeftOut = (part: unknown): part is null | undefined => part === undefined || part === null;

const defaultsOf = (part: unknown): Properties => (isProperties(part) ? part : NOTHING);
const NOTHING: Properties = {};

// An entity replaces the default as a whole; only its type and id may come from either.
const entityOf = (sent: unknown, before: Properties): AccessEntity | undefined => {
  if (!isProperties(sent)) return undefined;
  const { type = before.type, id = before.id, properties } = sent;
  if (!isName(type) || !isName(id) || !(properties === undefined || isProperties(properties)))
    return undefined;
  return properties === undefined ? { type, id } : { type, id, properties };
};

const actionOf = (sent: unknown): AccessAction | undefined => {
  if (!isProperties(sent) || !isName(sent.name)) return undefined;
  const { name, properties } = sent;
  if (properties !== undefined && !isProperties(properties)) return undefined;
  return properties === undefined ? { name } : { name, properties };
};

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME;

/** The longest type, id or name in a question. */
export const LONGEST_NAME = 512;

const isProperties = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
