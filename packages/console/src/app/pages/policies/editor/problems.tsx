import type { GovgateError } from '@govgate/client';
import { Button, List, ListItem } from '@patternfly/react-core';
import { sentenceOf } from '../../../parts/failure.js';
import { Badge, Text } from '../../../parts/text.js';
import { texts } from '../../../texts.js';
import type { Notice } from './notices.js';

const t = texts.policies;

/** What was found in the text, each with a way to its place. */
export const Problems = ({
  notices,
  error,
  onGoTo,
}: {
  readonly notices: readonly Notice[];
  /** Why the text could not be checked. */
  readonly error: GovgateError | undefined;
  readonly onGoTo: (notice: Notice) => void;
}) => (
  <section className="problems" aria-label={t.findings}>
    <p role="status">
      {error === undefined ? t.found(notices.length) : t.unchecked(error.detail ?? sentenceOf(error))}
    </p>
    <List isPlain>
      {notices.map((notice, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike.
        <ListItem key={place}>
          <Badge of={notice.isError ? 'error' : 'warning'} />{' '}
          <Button variant="link" isInline onClick={() => onGoTo(notice)}>
            {t.line(notice.line, notice.column)}
          </Button>{' '}
          <Text of={notice.says} />
        </ListItem>
      ))}
    </List>
  </section>
);
