import { Button, Checkbox } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { Change } from '../../parts/change-buttons.js';
import { offeredOf } from '../../parts/offered-of.js';
import { RecordLink } from '../../parts/record-link.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { type Selection, useSelection } from '../../parts/use-selection.js';
import { texts } from '../../texts.js';
import { type Deciding, decisions, grantWords, type ReviewItem } from './decide-items.js';

const t = texts.accessReviews;

type Choose = (change: Change<Deciding>, items: Deciding) => void;

/** Grants under review. Those that the caller may decide can be selected; what is offered for several is allowed on each. */
export const ItemsTable = ({
  items,
  mayDecide,
  choose,
}: {
  readonly items: readonly ReviewItem[];
  readonly mayDecide: boolean;
  readonly choose: Choose;
}) => {
  const selection = useSelection(
    items.filter(({ permissions }) => permissions.allowed_actions.length > 0),
    ({ item_id }) => item_id,
  );
  const isSelectable = mayDecide && selection.of.length > 0;
  return (
    <>
      {isSelectable && <SelectedItems selection={selection} choose={choose} />}
      <Table
        className="list whole"
        role="table"
        variant="compact"
        gridBreakPoint="grid-md"
        aria-label={t.items}
      >
        <Heads isSelectable={isSelectable} />
        <Tbody>
          {items.map((item) => (
            <ItemRow
              key={item.item_id}
              item={item}
              selection={isSelectable ? selection : undefined}
              choose={choose}
            />
          ))}
        </Tbody>
      </Table>
    </>
  );
};

const Heads = ({ isSelectable }: { readonly isSelectable: boolean }) => (
  <Thead>
    <Tr>
      {isSelectable && <Th modifier="fitContent" screenReaderText={texts.select} />}
      <Th width={25}>{t.who}</Th>
      <Th width={35}>{t.what}</Th>
      <Th>{t.decision}</Th>
      {isSelectable && <Th modifier="fitContent" screenReaderText={t.decide} />}
    </Tr>
  </Thead>
);

const SelectedItems = ({
  selection: { items, of, tick },
  choose,
}: {
  readonly selection: Selection<ReviewItem>;
  readonly choose: Choose;
}) => (
  <div className="chips">
    <Checkbox
      id="select-all"
      label={t.selectAll(of.length)}
      isChecked={items.length === of.length}
      onChange={(_, isOn) => tick(of, isOn)}
    />
    <span role="status">{t.selected(items.length)}</span>
    <DecisionButtons items={items} choose={choose} />
  </div>
);

interface Listed {
  readonly item: ReviewItem;
  /** Undefined: none can be selected. */
  readonly selection: Selection<ReviewItem> | undefined;
  readonly choose: Choose;
}

const ItemRow = ({ item, selection, choose }: Listed) => (
  <Tr data-item={item.resource_id}>
    {selection !== undefined && (
      <Td dataLabel={texts.select}>
        {selection.mayTick(item) && (
          <Checkbox
            id={`select-${item.item_id}`}
            aria-label={texts.selectOne(grantWords(item))}
            isChecked={selection.isTicked(item)}
            onChange={(_, isOn) => selection.tick([item], isOn)}
          />
        )}
      </Td>
    )}
    <Td dataLabel={t.who}>
      <Who item={item} />
    </Td>
    <Td dataLabel={t.what}>
      <What item={item} />
    </Td>
    <Td dataLabel={t.decision}>
      <Decided item={item} />
    </Td>
    {selection !== undefined && (
      <Td dataLabel={t.decide}>
        {isOwn(item) ? (
          <span className="quiet">{t.own}</span>
        ) : (
          <DecisionButtons items={[item]} choose={choose} />
        )}
      </Td>
    )}
  </Tr>
);

/** Whoever may decide on others of an open review, and not on this undecided one, holds it. */
const isOwn = ({ decision, permissions }: ReviewItem): boolean =>
  decision === 'none' && permissions.allowed_actions.length === 0;

/** What each of the grants allows. */
const DecisionButtons = ({
  items,
  choose,
}: {
  readonly items: readonly ReviewItem[];
  readonly choose: Choose;
}) => {
  const [first, ...rest] = items;
  if (first === undefined) return null;
  const allowed = first.permissions.allowed_actions.filter((action) =>
    rest.every(({ permissions }) => permissions.allowed_actions.includes(action)),
  );
  return (
    <span className="decisions">
      {offeredOf(decisions, allowed).map((change) => (
        <Button
          key={change.action}
          size="sm"
          variant="secondary"
          isDanger={change.isGrave === true}
          data-action={change.action}
          onClick={() => choose(change, [first, ...rest])}
        >
          {change.label}
        </Button>
      ))}
    </span>
  );
};

const Who = ({ item: { subject } }: { readonly item: ReviewItem }) => (
  <span>
    <RecordLink type={subject.subject_type} id={subject.subject_id} />{' '}
    <span className="quiet">{t.subject[subject.subject_type]}</span>
  </span>
);

const What = ({ item: { kind, access, resource_id, environment_id } }: { readonly item: ReviewItem }) => (
  <span>
    <Text of={t.grants(t.one[kind], access)} />{' '}
    <RecordLink type={kind} id={resource_id} environment={environment_id} />
  </span>
);

const Decided = ({
  item: { decision, decided_by, decided_at, reason_code, reason },
}: {
  readonly item: ReviewItem;
}) => (
  <span>
    <Badge of={t.decided[decision]} />{' '}
    {decision !== 'none' && (
      <>
        {t.by} <Code of={decided_by} /> <Moment of={decided_at} />, <Code of={reason_code} />{' '}
        {reason !== null && <Text of={reason} />}
      </>
    )}
  </span>
);
