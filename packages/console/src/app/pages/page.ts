import type { ComponentChildren } from 'preact';
import type { Api } from '../state/api.js';

/** A page of the console: its path, who has something to see on it, and what it shows below its own address. */
export interface ConsolePage {
  readonly path: string;
  readonly title: string;
  /** The key after `g`. */
  readonly letter: string;
  readonly isFor: (api: Api) => boolean;
  readonly Page: (props: { readonly rest: readonly string[] }) => ComponentChildren;
}
