/** Whether a key is for a text, a list of choices or a dialog, and not for the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null;

export const isModified = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;
