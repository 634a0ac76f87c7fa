import type { PublishPreview } from '@govgate/client';
import { Badge, Code } from '../../parts/text.js';
import { texts } from '../../texts.js';

const t = texts.policies;

type Newly = NonNullable<PublishPreview['newly']>;

/** Calls that would be decided differently, each with a witness. */
export const NewlyTable = ({ newly }: { readonly newly: Newly | null }) => {
  if (newly === null) return <p class="quiet">{t.newlyUnknown}</p>;
  if (newly.changes.length + newly.undecided.length === 0) return <p>{t.newlyNothing}</p>;
  return (
    <>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{t.change}</th>
            <th scope="col">{t.rules}</th>
            <th scope="col">{t.such}</th>
          </tr>
        </thead>
        <tbody>
          {newly.changes.map((change) => (
            <tr key={JSON.stringify(change)}>
              <th scope="row" data-head={t.change}>
                {t.newly[change.class]}
              </th>
              <td data-head={t.rules}>
                <Code of={change.rule_ids.join(', ')} />
              </td>
              <td data-head={t.such}>
                <Badge of={change.before.effect} /> → <Badge of={change.after.effect} />{' '}
                <Code of={witnessText(change.witness)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {newly.undecided.length > 0 && <p class="quiet">{t.undecided(newly.undecided.length)}</p>}
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
