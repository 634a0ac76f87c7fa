import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';

/** What somebody acts with. */
export interface Hands {
  /** Follows a link, presses a button. */
  press(target: Locator): Promise<void>;
  /** Writes a text over what stands in a field. */
  fill(target: Locator, text: string): Promise<void>;
  /** Chooses one of a list by its value or its text. */
  choose(target: Locator, option: string): Promise<void>;
}

export const mouse: Hands = {
  press: (target) => target.click(),
  fill: (target, text) => target.fill(text),
  choose: async (target, option) => {
    await target.selectOption(option);
  },
};

// Once around the longest page, and some more: further on there is only what was passed already.
const MOST_TABS = 400;
// What is longer is pasted.
const TYPED = 80;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((one) => one === one.ownerDocument.activeElement);

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

interface List {
  readonly selectedIndex: number;
  readonly options: ArrayLike<{ readonly value: string; readonly label: string }> &
    Iterable<{ readonly value: string; readonly label: string }>;
}

/** Nothing but keys: what the Tab key does not come to cannot be used. */
export const keyboardOn = (page: Page): Hands => {
  const strike = (key: string): Promise<void> => page.keyboard.press(key);
  const tabTo = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let tabs = 0; !(await hasFocus(target)); tabs += 1) {
      expect(tabs, `Tab does not come to ${target}`).to.be.lessThan(MOST_TABS);
      await strike('Tab');
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
