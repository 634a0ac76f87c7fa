import { Drawer, DrawerContent, DrawerContentBody } from '@patternfly/react-core';
import { type ReactNode, useEffect, useRef } from 'react';
import { route, useAddress } from '../state/address.js';
import { useApi } from '../state/api.js';
import { isModified, isTyping } from './key-events.js';
import type { PanelSteps } from './record-panel.js';

/** Where an address says which record of a list is open beside it. */
export const OPEN = 'open';

interface ListBesidePanel {
  readonly path: string;
  /** The listed records, in order. */
  readonly ids: readonly string[];
  readonly panelOf: (id: string, steps: PanelSteps) => ReactNode;
  readonly children: ReactNode;
}

/** A list with the open record beside it: j and k go to the next and the previous one, Escape closes it. */
export const WithPanel = ({ path, ids, panelOf, children }: ListBesidePanel) => {
  const { href } = useApi();
  const { query } = useAddress();
  const { [OPEN]: open = '', ...rest } = query;
  const list = useRef<HTMLDivElement>(null);
  const place = usePlace(ids, open);
  const wasOpenAtFirst = useRef(open !== '');
  useEffect(() => {
    if (open === '') wasOpenAtFirst.current = false;
  }, [open]);

  const show = (id: string | undefined) =>
    id === undefined ? undefined : () => route(href(path, { ...rest, [OPEN]: id }), { replace: true });
  const close = (): void => {
    route(href(path, rest));
    linksIn(list.current)[place]?.focus();
  };
  // A record that has left the list since leaves its place to the one after it.
  const steps: PanelSteps = {
    previous: show(ids[place - 1]),
    next: show(ids[ids[place] === open ? place + 1 : place]),
    close,
    takesFocus: !wasOpenAtFirst.current,
  };

  useKeys(() => (open === '' ? rowMoves(list.current) : panelMoves(steps)));

  return (
    <Drawer className="beside" isInline isExpanded={open !== ''}>
      <DrawerContent panelContent={open === '' ? undefined : panelOf(open, steps)}>
        <DrawerContentBody>
          <div ref={list}>{children}</div>
        </DrawerContentBody>
      </DrawerContent>
    </Drawer>
  );
};

/** What keys do that nothing else has taken. */
const useKeys = (movesOf: () => Moves): void =>
  useEffect(() => {
    const act = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isModified(event) || isTyping(event)) return;
      const move = movesOf()[event.key];
      if (move === undefined) return;
      event.preventDefault();
      move();
    };
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  });

/** Where the open record is in the list, or was when it was last in it. */
const usePlace = (ids: readonly string[], open: string): number => {
  const last = useRef(0);
  const now = ids.indexOf(open);
  if (now >= 0) last.current = now;
  return Math.min(last.current, ids.length);
};

const linksIn = (list: Element | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row] a[data-opens]') ?? []),
];

type Moves = Readonly<Record<string, (() => void) | undefined>>;

const panelMoves = ({ previous, next, close }: PanelSteps): Moves => ({
  j: next,
  k: previous,
  Escape: close,
});

/** The rows of the list, by the keyboard: Enter opens the one that has the focus. */
const rowMoves = (list: Element | null): Moves => {
  const links = linksIn(list);
  const here = links.indexOf(document.activeElement as HTMLElement);
  const to = (place: number) => () => links[place]?.focus();
  const [down, up] = [to(Math.min(here + 1, links.length - 1)), to(Math.max(here - 1, 0))];
  return { j: down, k: up, ...(here >= 0 && { ArrowDown: down, ArrowUp: up }) };
};
