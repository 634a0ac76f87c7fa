import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';

/** Somebody's means of input. */
export interface Hands {
  /** Follows a link, presses a button. */
  press(target: Locator): Promise<void>;
  /** Overwrites the text of a field. */
  fill(target: Locator, text: string): Promise<void>;
  /** Ticks a box. */
  tick(target: Locator): Promise<void>;
  /** Chooses one of a list by its value or its text. */
  choose(target: Locator, option: string): Promise<void>;
}

export const mouse: Hands = {
  press: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  tick: (target) => target.check(),
  choose: async (target, option) => {
    await target.selectOption(option);
  },
};

// Once around the longest page and a bit more: beyond that everything repeats.
const MOST_TABS = 400;
// Longer text, such as a token, is pasted.
const TYPED = 24;

interface Stop {
  readonly tabIndex: number;
  readonly disabled?: boolean;
  checkVisibility(): boolean;
}

interface Document {
  readonly activeElement: unknown;
  querySelector(selector: string): Document | null;
  querySelectorAll(selector: string): Iterable<unknown>;
}

interface Host {
  readonly shadowRoot: {
    readonly activeElement: unknown;
    querySelectorAll(selector: string): Iterable<unknown>;
  } | null;
}

interface List {
  readonly selectedIndex: number;
  readonly options: ArrayLike<{ readonly value: string; readonly label: string }> &
    Iterable<{ readonly value: string; readonly label: string }>;
}

/** Nothing but keys: what the Tab key does not reach cannot be used. */
export const keyboardOn = (page: Page): Hands => {
  const strike = (key: string): Promise<void> => page.keyboard.press(key);
  const tabTo = async (target: Locator): Promise<void> => {
    await target.waitFor();
    let struck = 0;
    for (let way = await strokesTo(target); way !== 0; way = await strokesTo(target)) {
      expect(struck, `Tab does not come to ${target}`).to.be.lessThan(MOST_TABS);
      struck += Math.abs(way);
      for (let left = Math.abs(way); left > 0; left -= 1) await strike(way > 0 ? 'Tab' : 'Shift+Tab');
    }
  };
  return {
    press: async (target) => {
      await tabTo(target);
      await strike('Enter');
    },
    fill: async (target, text) => {
      await tabTo(target);
      await strike('Control+A');
      await (text.length > TYPED ? page.keyboard.insertText(text) : page.keyboard.type(text));
    },
    tick: async (target) => {
      await tabTo(target);
      await strike('Space');
      expect(await target.isChecked()).to.equal(true);
    },
    choose: async (target, option) => {
      await tabTo(target);
      let [is = 0, wanted = 0, most = 0] = await placesIn(target, option);
      for (let steps = 0; is !== wanted; steps += 1) {
        expect(steps, `the arrow keys do not come to ${option}`).to.be.lessThan(most);
        await strike(is < wanted ? 'ArrowDown' : 'ArrowUp');
        [is = 0, wanted = 0, most = 0] = await placesIn(target, option);
      }
    },
  };
};

/**
 * How many strokes of the Tab key lead to a target, below zero backwards; none: it has the focus. To what the key does not come to, once
 * around the page.
 */
const strokesTo = (target: Locator): Promise<number> =>
  target.evaluate((one) => {
    const { ownerDocument: page } = one as unknown as { readonly ownerDocument: Document };
    const open = page.querySelector('[role=dialog]') ?? page;
    // An editor lies in a shadow root, at its host's place.
    const active = (page.activeElement as Host | null)?.shadowRoot?.activeElement ?? page.activeElement;
    const selector = 'a, button, input, select, textarea, summary, [tabindex], .code-editor';
    const stops = [...open.querySelectorAll(selector)]
      .flatMap((stop): unknown[] => {
        const { shadowRoot } = stop as Host;
        return shadowRoot === null ? [stop] : [...shadowRoot.querySelectorAll('[tabindex]')];
      })
      .map((stop) => stop as Stop)
      .filter(({ tabIndex, disabled }) => tabIndex >= 0 && disabled !== true)
      .filter((stop) => stop.checkVisibility());
    if ((one as unknown) === active) return 0;
    const [is, wanted = -1] = [active, one].map((stop) => stops.indexOf(stop as Stop));
    return wanted === -1 || is === undefined ? stops.length + 1 : wanted - is;
  });

/** Which of a list's options is chosen, which one is wanted, and how many there are. */
const placesIn = (target: Locator, wanted: string): Promise<number[]> =>
  target.evaluate((one, option) => {
    const { selectedIndex, options } = one as unknown as List;
    return [
      selectedIndex,
      [...options].findIndex(({ value, label }) => [value, label].includes(option)),
      options.length,
    ];
  }, wanted);
