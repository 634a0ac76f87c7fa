import type { ComponentType, ReactNode } from 'react';
import type { Find } from '../parts/find-in.js';
import type { Api } from '../state/api.js';

/** A page of the console: its path, who has something to see on it, and where its content is. */
export interface ConsolePage {
  readonly path: string;
  readonly title: string;
  /** Beside its title in the navigation. */
  readonly Icon: ComponentType;
  /** The key after `g`. */
  readonly letter: string;
  readonly isFor: (api: Api) => boolean;
  readonly load: () => Promise<PageContent>;
}

/** What a page shows at its own address and below. */
export interface PageContent {
  /** Finds its records by name, where it has some. */
  readonly find?: Find;
  readonly Page: (props: { readonly rest: readonly string[] }) => ReactNode;
}
