import type { DeliveryReason, ExportEvent, Secret } from '@govgate/domain';
import type { DeliveryCheck, DeliveryTarget, ItemOutcome, SignalSigner } from '@govgate/ports';
import type { DeliverySecrets, UnusableSecret } from '../delivery-secrets.js';

/** A request as a kind wants it sent. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Requests the answer's body, which is read up to the guard's cap, evaluated and dropped. */
  readonly judge?: Judge;
}

/** An answer whose head is no redirect: its status, and its body if that is complete JSON; `empty` without one. */
export interface HttpAnswer {
  readonly status: number;
  readonly json: unknown;
  readonly empty: boolean;
}

/** Whether a status means success; the body may say otherwise. */
export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** What an answer's body adds to its status; undefined: the status decides. */
export type Judge = (answer: HttpAnswer) => DeliveryReason | undefined;

/** A request with some events in it. */
export interface PackedEvents {
  readonly request: HttpRequest;
  /** How many of the events it contains, starting with the first. */
  readonly count: number;
  /** What the body of a 2xx (or, where informative, of a refusal) says about each; undefined: all as the status says. */
  readonly items?: (answer: HttpAnswer) => ReadItems | undefined;
}

export interface ReadItems {
  readonly items: readonly ItemOutcome[];
  readonly refusedUnreported?: number;
}

/** What is available when a request is made. */
export interface PackContext {
  readonly target: DeliveryTarget;
  readonly secrets: DeliverySecrets;
  /** Undefined: this installation signs no Security Event Tokens. */
  readonly signer?: SignalSigner | undefined;
  readonly nowMs: number;
}

type MaybeLater<T> = T | Promise<T>;

/** A protocol over HTTP as data and pure functions: what is sent and what an answer means, or which secret is unusable for it. */
export interface HttpKind {
  readonly mostEvents: (target: DeliveryTarget) => number;
  /** Sent one after the other; the first failure decides. */
  readonly check: (
    check: DeliveryCheck,
    context: PackContext,
  ) => MaybeLater<readonly HttpRequest[] | UnusableSecret>;
  readonly pack: (
    events: readonly ExportEvent[],
    context: PackContext,
  ) => MaybeLater<PackedEvents | UnusableSecret>;
  /** Whether a refusal concerns whatever is sent, and none of the events for itself. */
  readonly refusesEverything?: (answer: HttpAnswer) => boolean;
  /** For protocols that allow retries on some statuses only: other statuses ask which event is at fault. */
  readonly retryStatuses?: ReadonlySet<number>;
}

// What a header may contain; a token with a line feed must not become a second header.
const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Reported for a token that no header can carry, or that is missing where the protocol requires one. */
export const NO_TOKEN: UnusableSecret = { field: 'token_secret_ref', detail: 'resolves to no bearer token' };

/** A token as a header's value, or undefined where it cannot be one. */
export const headerToken = (token: Secret<string> | null): string | undefined => {
  const text = token?.reveal().trim() ?? '';
  return HEADER_TEXT.test(text) ? text : undefined;
};

/** A text without trailing slashes. */
export const withoutSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** The URL of a protocol's path below an endpoint given as an origin, a folder, or the path itself. */
export const below = (endpoint: Secret<string>, path: string): string => {
  const [base = '', query] = endpoint.reveal().trim().split('?', 2);
  const whole = base.endsWith(path) ? base : `${withoutSlashes(base)}${path}`;
  return query === undefined ? whole : `${whole}?${query}`;
};

/** As many texts as fit into a number of characters, at least one. */
export const fitting = (texts: readonly string[], mostCharacters: number): readonly string[] => {
  let sum = 0;
  const end = texts.findIndex((text, index) => {
    sum += text.length;
    return index > 0 && sum > mostCharacters;
  });
  return end === -1 ? texts : texts.slice(0, end);
};
