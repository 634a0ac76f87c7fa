import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.js';

let isFirst = true;

/** A page's heading. It receives the focus on navigation, so that the keyboard and screen readers continue from there. */
export const Heading = ({
  title,
  children,
  shown = title,
}: {
  readonly title: string;
  /** For headings with more than a text. */
  readonly shown?: ComponentChildren;
  readonly children?: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the page is visible: later it would take the focus from where a first key has moved it.
  useLayoutEffect(() => {
    document.title = texts.pageTitle(title);
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return (
    <div class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {shown}
      </h1>
      <div class="actions">{children}</div>
    </div>
  );
};
