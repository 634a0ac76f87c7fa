import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { PAGES } from '../pages/registry.js';
import { type Api, useApi } from '../state/api.js';
import { texts } from '../texts.js';

/** How long after `g` its letter may follow, measured when the keys were pressed rather than when a busy page handles them. */
const CHORD_MS = 3_000;

/** The console's shortcuts: `g` and a letter, `/`, `e` and `?`. They are plain letters while typing. */
export const Keys = () => {
  const api = useApi();
  const { route } = useLocation();
  const help = useRef<HTMLDialogElement>(null);
  const since = useRef<number>();
  // Registered before the page is visible: a key pressed at first sight is not lost.
  useLayoutEffect(() => {
    const single: Readonly<Record<string, () => void>> = {
      '/': () => focus('[data-search="true"]'),
      e: () => focus('#environment'),
      '?': () => help.current?.showModal(),
    };
    const chord = Object.fromEntries(
      pagesFor(api).map((page) => [page.letter, () => route(api.href(page.path))]),
    );
    const act = keyReader(single, chord, since);
    addEventListener('keydown', act);
    return () => removeEventListener('keydown', act);
  }, [api, route]);
  return (
    <dialog ref={help} aria-labelledby="keys-title">
      <h2 id="keys-title">{texts.keys}</h2>
      <dl class="keys">
        {[...pagesFor(api).map((page) => [`g ${page.letter}`, page.title]), ...texts.otherKeys].map(
          ([keys, says]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ),
        )}
      </dl>
      <div class="actions">
        <button type="button" onClick={() => help.current?.close()}>
          {texts.close}
        </button>
      </div>
    </dialog>
  );
};

type Acts = Readonly<Record<string, () => void>>;

/** Runs a key's action, or waits for the key after `g`. */
const keyReader =
  (single: Acts, chord: Acts, since: { current: number | undefined }): ((event: KeyboardEvent) => void) =>
  (event) => {
    if (isModified(event) || isTyping(event.target)) return;
    const isChord = since.current !== undefined && event.timeStamp - since.current < CHORD_MS;
    const act = (isChord ? chord : single)[event.key];
    since.current = !isChord && event.key === 'g' ? event.timeStamp : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

const isModified = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

const pagesFor = (api: Api) => PAGES.filter((page) => page.isFor(api));

const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null;
