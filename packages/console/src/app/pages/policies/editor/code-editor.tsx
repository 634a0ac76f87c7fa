import { type RefObject, useEffect, useRef } from 'react';
import type { CodeFormat } from './code-look.js';
import { type CodeView, openCodeView } from './code-view.js';
import { completionOf, type FindNamed } from './completion.js';
import type { Notice } from './notices.js';

interface EditedText {
  readonly initial: string;
  readonly label: string;
  readonly notices: readonly Notice[];
  /** Holds the view while it is open. */
  readonly view: RefObject<CodeView | undefined>;
  /** Finds what may be named. */
  readonly find: FindNamed;
  readonly formatOf: (text: string) => CodeFormat;
  readonly onChange: (text: string) => void;
}

/** A text to be edited, with what is to be said about its lines. It begins with `initial`, and keeps its own state from then on. */
const CodeEditor = ({ initial, label, notices, view, find, formatOf, onChange }: EditedText) => {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once, with the text that is there first.
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openCodeView(host.current, {
      text: initial,
      label,
      formatOf,
      complete: completionOf(formatOf, find),
      onChange: (text) => changed.current(text),
    });
    view.current = opened;
    return () => {
      view.current = undefined;
      opened.destroy();
    };
  }, []);
  useEffect(() => view.current?.show(notices), [notices, view]);
  return <div ref={host} className="code-editor" />;
};

// Loaded when it is first needed.
export default CodeEditor;
