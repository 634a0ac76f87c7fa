import { Modal, ModalBody, ModalHeader } from '@patternfly/react-core';
import { useLayoutEffect, useRef, useState } from 'react';
import { PAGES } from '../pages/registry.js';
import { Facts } from '../parts/facts.js';
import { isModified, isTyping } from '../parts/key-events.js';
import { route } from '../state/address.js';
import { type Api, useApi } from '../state/api.js';
import { texts } from '../texts.js';
import { Palette } from './palette.js';

/** How long after `g` its letter may follow, measured when the keys were pressed rather than when a busy page handles them. */
const CHORD_MS = 3_000;

/** The console's shortcuts: `g` and a letter, `/`, `e` and `?`. They are plain letters while typing. */
export const Keys = () => {
  const api = useApi();
  const [open, setOpen] = useState<'help' | 'palette'>();
  const since = useRef<number>(undefined);
  // Registered before the page is visible: a key pressed at first sight is not lost.
  useLayoutEffect(() => {
    const single: Readonly<Record<string, () => void>> = {
      '/': () => focus('[data-search="true"]'),
      e: () => focus('#environment'),
      '?': () => setOpen('help'),
    };
    const chord = Object.fromEntries(
      pagesFor(api).map((page) => [page.letter, () => route(api.href(page.path))]),
    );
    const act = keyReader({ single, chord }, since, () => setOpen('palette'));
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [api]);
  const close = (): void => setOpen(undefined);
  if (open === 'palette') return <Palette close={close} />;
  return open === 'help' ? <Help api={api} close={close} /> : null;
};

const Help = ({ api, close }: { readonly api: Api; readonly close: () => void }) => (
  <Modal isOpen variant="small" aria-labelledby="keys-title" onClose={close}>
    <ModalHeader title={texts.keys} labelId="keys-title" />
    <ModalBody>
      <Facts
        facts={[
          ...pagesFor(api).map((page) => [page.title, <kbd key={page.letter}>g {page.letter}</kbd>] as const),
          ...texts.otherKeys.map(([key, says]) => [says, <kbd key={key}>{key}</kbd>] as const),
        ]}
      />
    </ModalBody>
  </Modal>
);

type Acts = Readonly<Record<string, () => void>>;

/** Runs a key's action, or waits for the key after `g`. Ctrl and K work while typing, too. */
const keyReader =
  (
    { single, chord }: { readonly single: Acts; readonly chord: Acts },
    since: { current: number | undefined },
    openPalette: () => void,
  ): ((event: KeyboardEvent) => void) =>
  (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'k' && !isInDialog(event.target)) {
      event.preventDefault();
      return openPalette();
    }
    if (isModified(event) || isTyping(event)) return;
    const isChord = since.current !== undefined && event.timeStamp - since.current < CHORD_MS;
    const act = (isChord ? chord : single)[event.key];
    since.current = !isChord && event.key === 'g' ? event.timeStamp : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

const pagesFor = (api: Api) => PAGES.filter((page) => page.isFor(api));

const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null;
