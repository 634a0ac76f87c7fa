import { Flex, Title } from '@patternfly/react-core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
  readonly shown?: ReactNode;
  readonly children?: ReactNode;
}) => {
  const heading = useRef<HTMLDivElement>(null);
  // Before the page is visible: later it would take the focus from where a first key has moved it.
  useLayoutEffect(() => {
    document.title = texts.pageTitle(title);
    if (!isFirst) heading.current?.querySelector('h1')?.focus();
    isFirst = false;
  }, [title]);
  return (
    <div ref={heading} className="heading">
      <Title headingLevel="h1" size="2xl" tabIndex={-1}>
        {shown}
      </Title>
      <Flex className="actions" columnGap={{ default: 'columnGapSm' }}>
        {children}
      </Flex>
    </div>
  );
};
