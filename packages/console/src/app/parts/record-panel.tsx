import {
  Button,
  DrawerActions,
  DrawerCloseButton,
  DrawerHead,
  DrawerPanelBody,
  DrawerPanelContent,
  Flex,
  Title,
} from '@patternfly/react-core';
import AngleDownIcon from '@patternfly/react-icons/dist/esm/icons/angle-down-icon.js';
import AngleUpIcon from '@patternfly/react-icons/dist/esm/icons/angle-up-icon.js';
import { type ReactNode, useEffect, useRef } from 'react';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';
import { type Above, type RecordAt, type RecordDef, useRecord } from './record-page.js';
import { Text } from './text.js';

/** The ways on from a panel: to the records beside its own in the list, and back to the list. */
export interface PanelSteps {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly close: () => void;
  /** Whether somebody has just opened it, and wants the keyboard to be there. */
  readonly takesFocus: boolean;
}

/** Shows a listed record beside its list. */
export type PanelOf = (id: string, steps: PanelSteps) => ReactNode;

/** The panel of a list whose records lie below it. */
export const panelOfList =
  <R extends object>(
    { title, path }: { readonly title: string; readonly path: string },
    def: RecordDef<R>,
    above: readonly Above[] = [],
  ): PanelOf =>
  (id, steps) => (
    <RecordPanel
      key={id}
      at={{ def, id, above: [...above, [title, path]] }}
      path={`${path}/${encodeURIComponent(id)}`}
      steps={steps}
    />
  );

/** A record beside its list: all that its own page shows and offers. */
export function RecordPanel<R extends object>({
  at,
  path,
  steps: { previous, next, close, takesFocus },
}: {
  readonly at: RecordAt<R>;
  /** The path of the record's own page. */
  readonly path: string;
  readonly steps: PanelSteps;
}) {
  const { href } = useApi();
  const { title, buttons, body, record } = useRecord(at);
  const head = usePanelFocus(takesFocus, record);
  return (
    <DrawerPanelContent className="panel" aria-label={texts.panel} widths={{ default: 'width_50' }}>
      <DrawerHead ref={head}>
        <Title headingLevel="h2" size="lg" tabIndex={-1}>
          <Text of={title} />
        </Title>
        <DrawerActions>
          <Step label={texts.previousRecord} icon={<AngleUpIcon />} go={previous} />
          <Step label={texts.nextRecord} icon={<AngleDownIcon />} go={next} />
          <DrawerCloseButton aria-label={texts.closePanel} onClose={close} />
        </DrawerActions>
      </DrawerHead>
      <DrawerPanelBody>
        <Flex className="actions" columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
          {buttons}
          <a href={href(path)}>{texts.openPage}</a>
        </Flex>
        {body}
      </DrawerPanelBody>
    </DrawerPanelContent>
  );
}

const usePanelFocus = (takesFocus: boolean, record: unknown) => {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) focusIn(head.current);
  }, [takesFocus]);
  // The button of a change that was made is gone, and must not take the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state of the record has other buttons.
  useEffect(() => {
    if (document.activeElement === document.body) focusIn(head.current);
  }, [record]);
  return head;
};

const focusIn = (head: Element | null): void => head?.querySelector('h2')?.focus({ preventScroll: true });

const Step = ({
  label,
  icon,
  go,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly go: (() => void) | undefined;
}) => <Button variant="plain" aria-label={label} icon={icon} isDisabled={go === undefined} onClick={go} />;
