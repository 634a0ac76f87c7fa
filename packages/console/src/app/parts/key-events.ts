const TAKES_KEYS = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]';

/** Whether a key is for a text, a list of choices or a dialog, and not for the page; an editor takes it in a shadow root of its own. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.composedPath().some((one) => one instanceof Element && one.matches(TAKES_KEYS));

export const isModified = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;
