import type { Browser, BrowserContext, Page } from 'playwright-core';

/** How a window looks. */
export interface WindowOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  /** Whether its process must be new and its caches empty. */
  readonly isCold?: boolean;
}

/** A browser's window with one page. */
export interface Window {
  readonly page: Page;
  close(): Promise<void>;
}

/** The windows of a browser. */
export interface Windows {
  /** One without traces of an earlier window, but mostly in a process that has loaded the console before. */
  open(look: WindowOptions): Promise<Window>;
  /** Closes what is still open, and uses nothing of it again. */
  closeAll(): Promise<void>;
}

/** For `--renderer-process-limit`: pages of one site share a process if they are in one context. */
export const PROCESSES_OF_A_CONTEXT = 1;

const HEIGHT = 800;

/** Opens windows at an origin, in contexts that are used again and again: a new one starts a process, which compiles everything anew. */
export const windowsAt = (browser: Browser, origin: string): Windows => {
  const idle: Kept[] = [];
  return {
    open: async ({ colorScheme = 'light', width = 1280, isCold = false }) => {
      const kept = (isCold ? undefined : idle.pop()) ?? (await keep(browser, origin));
      const page = await kept.context.newPage();
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme });
      const close = async (): Promise<void> => {
        await page.close();
        await forget(kept);
        idle.push(kept);
      };
      return { page, close };
    },
    closeAll: async () => {
      const reusable = new Set(idle.map(({ context }) => context));
      for (const context of browser.contexts()) if (!reusable.has(context)) await context.close();
    },
  };
};

interface Kept {
  readonly context: BrowserContext;
  /** Keeps the process alive while no other page is open. */
  readonly anchor: Page;
}

const keep = async (browser: Browser, origin: string): Promise<Kept> => {
  const context = await browser.newContext();
  const anchor = await context.newPage();
  await anchor.goto(`${origin}/healthz`);
  return { context, anchor };
};

// A page's session storage goes with it; the console uses nothing else.
const forget = async ({ context, anchor }: Kept): Promise<void> => {
  await context.clearCookies();
  await anchor.evaluate('localStorage.clear()');
};
