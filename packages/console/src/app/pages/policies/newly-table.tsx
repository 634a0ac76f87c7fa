import type { PublishPreview } from '@govgate/client';
import { SimpleTable } from '../../parts/simple-table.js';
import { Badge, Code } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.policies;

type Newly = NonNullable<PublishPreview['newly']>;

/** Calls that would be decided differently, each with a witness. */
export const NewlyTable = ({ newly }: { readonly newly: Newly | null }) => {
  if (newly === null) return <p className="quiet">{t.newlyUnknown}</p>;
  if (newly.changes.length + newly.undecided.length === 0) return <p>{t.newlyNothing}</p>;
  return (
    <>
      <SimpleTable
        label={t.decidesOtherwise}
        heads={[t.change, t.rules, t.such]}
        rows={newly.changes.map((change) => ({
          key: JSON.stringify(change),
          cells: [
            t.newly[change.class],
            <Code of={change.rule_ids.join(', ')} />,
            <span>
              <Badge of={change.before.effect} /> → <Badge of={change.after.effect} />{' '}
              <Code of={witnessText(change.witness)} />
            </span>,
          ],
        }))}
      />
      {newly.undecided.length > 0 && <p className="quiet">{t.undecided(newly.undecided.length)}</p>}
    </>
  );
};

const witnessText = ({ target, action, ...who }: Newly['changes'][number]['witness']): string =>
  [
    who.user_id,
    who.agent_id,
    who.client_surface_id,
    ...(who.groups ?? []),
    action,
    ...Object.values(target).slice(1),
    who.attributes === undefined ? undefined : JSON.stringify(who.attributes),
  ]
    .filter((one) => one !== undefined)
    .join(' · ');
