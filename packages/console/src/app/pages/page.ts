import type { ComponentType, ReactNode } from 'react';
import type { Find } from '../parts/find-in.js';
import type { Api } from '../state/api.js';

/** A page of the console: its path, who has something to see on it, and what it shows below its own address. */
export interface ConsolePage {
  readonly path: string;
  readonly title: string;
  /** Beside its title in the navigation. */
  readonly Icon: ComponentType;
  /** The key after `g`. */
  readonly letter: string;
  readonly isFor: (api: Api) => boolean;
  /** Finds its records by name, where it has some. */
  readonly find?: Find;
  readonly Page: (props: { readonly rest: readonly string[] }) => ReactNode;
}
