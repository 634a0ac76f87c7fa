import { useEffect, useState } from 'react';

/** Whether the navigation is shown, and how to change that. */
export interface Navigation {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** PatternFly's breakpoint from which a sidebar stands beside the page; below, it lies over it. */
const WIDE = matchMedia('(min-width: 75rem)');

/** Open where there is room; elsewhere until a page is chosen. */
export const useNavigation = (path: string): Navigation => {
  const [isOpen, setOpen] = useState(WIDE.matches);
  useEffect(() => {
    const follow = (): void => setOpen(WIDE.matches);
    WIDE.addEventListener('change', follow);
    return () => WIDE.removeEventListener('change', follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is another choice.
  useEffect(() => {
    if (!WIDE.matches) setOpen(false);
  }, [path]);
  return { isOpen, toggle: () => setOpen((now) => !now) };
};
