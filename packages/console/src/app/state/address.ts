import { useMemo } from 'react';
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location';
import { ROOT } from '../place.js';

/** Goes to an address within the console; one that replaces another is not gone back to. */
export const route = (address: string, how: { readonly replace?: boolean } = {}): void =>
  navigate(address, how);

/** The address of the page: its path, and its query by name. */
export const useAddress = () => {
  const path = usePathname();
  const search = useSearch();
  const query = useMemo(
    (): Readonly<Record<string, string | undefined>> => Object.fromEntries(new URLSearchParams(search)),
    [search],
  );
  return { path, query };
};

/** Links within the console lead to its pages without loading it anew, wherever they are drawn. */
export const followLink = (event: MouseEvent): void => {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (event.defaultPrevented || !isPlain || link === null || !isPage(link)) return;
  event.preventDefault();
  route(link.pathname + link.search);
};

const isPage = ({ origin, pathname, hash, target, download }: HTMLAnchorElement): boolean =>
  origin === location.origin && pathname.startsWith(ROOT) && hash === '' && target === '' && download === '';
