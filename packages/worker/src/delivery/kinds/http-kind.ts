import type { DeliveryReason, ExportEvent, Secret } from '@govgate/domain';
import type { DeliveryCheck, DeliveryTarget, ItemOutcome } from '@govgate/ports';
import type { DeliverySecrets, UnusableSecret } from '../delivery-secrets.js';

/** A request as a kind wants it sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Asks for the answer's body, which then is read up to the guard's cap, judged and dropped. */
  readonly judge?: Judge;
}

/** An answer whose head was no redirect: its status, and its body where that is whole JSON; `empty` where there is none. */
export interface HttpAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly empty: boolean;
}

/** Whether a status says yes; what stands in the body may say otherwise. */
export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** What an answer's body says that its status does not; undefined: the status decides. */
export type Judge = (answer: HttpAnswer) => DeliveryReason | undefined;

/** A request with some events in it. */
export interface PackedEvents {
  readonly request: HttpRequest;
  /** How many of the events it holds, from the first one on. */
  readonly count: number;
  /** What the body of a 2xx (or, for what it can tell, of a refusal) says of each; undefined: all as the status says. */
  readonly items?: (answer: HttpAnswer) => ReadItems | undefined;
}

export interface ReadItems {
  readonly items: readonly ItemOutcome[];
  readonly refusedUntold?: number;
}

/** What is at hand when a request is made. */
export interface PackContext {
  readonly target: DeliveryTarget;
  readonly secrets: DeliverySecrets;
  readonly nowMs: number;
}

/** A protocol over HTTP, as data and pure functions: what is sent, and what an answer means; or which secret is of no use to it. */
export interface HttpKind {
  readonly mostEvents: (target: DeliveryTarget) => number;
  /** Sent one after the other; the first that fails decides. */
  readonly check: (check: DeliveryCheck, context: PackContext) => readonly HttpRequest[] | UnusableSecret;
  readonly pack: (events: readonly ExportEvent[], context: PackContext) => PackedEvents | UnusableSecret;
  /** Where only some statuses may be tried again: the others ask which event is at fault. */
  readonly retryStatuses?: ReadonlySet<number>;
}

// What a header may hold; a token with a line feed in it must not become a second header.
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** What is told of a token that no header can carry, or that is not there where the protocol needs one. */
export const NO_TOKEN: UnusableSecret = { field: 'token_secret_ref', detail: 'resolves to no bearer token' };

/** A token as a header's value, or undefined where it cannot be one. */
export const headerToken = (token: Secret<string> | null): string | undefined => {
  const text = token?.reveal().trim() ?? '';
  return HEADER_TEXT.test(text) ? text : undefined;
};

/** A text without the slashes at its end. */
export const withoutSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** The address of a protocol's path below an endpoint that names its origin, a folder, or the path itself. */
export const below = (endpoint: Secret<string>, path: string): string => {
  const [base = '', query] = endpoint.reveal().trim().split('?', 2);
  const whole = base.endsWith(path) ? base : `${withoutSlashes(base)}${path}`;
  return query === undefined ? whole : `${whole}?${query}`;
};

/** As many texts as fit a number of characters, one at least. */
export const fitting = (texts: readonly string[], mostCharacters: number): readonly string[] => {
  let sum = 0;
  const end = texts.findIndex((text, index) => {
    sum += text.length;
    return index > 0 && sum > mostCharacters;
  });
  return end === -1 ? texts : texts.slice(0, end);
};
