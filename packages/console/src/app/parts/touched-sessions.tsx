import { useApi } from '../state/api.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { Failure } from './failure.js';
import { Loading } from './loading.js';
import { Code } from './text.js';

const t = texts.touched;
const SHOWN = 5;

type By = Readonly<Record<string, string>>;

/** The live sessions of a user, agent or client surface, for viewers who may see them. */
export const TouchedSessions = ({ by }: { readonly by: By }) => {
  const { may } = useApi();
  return may('session.read') ? <Reported by={by} /> : null;
};

const Reported = ({ by }: { readonly by: By }) => {
  const { client, environment } = useApi();
  const { data, error, reload } = useLoad(['touched sessions', by], async ({ signal }) => {
    const pages = await Promise.all(
      (['active', 'idle'] as const).map((state) =>
        client.listSessions({ ...by, state, limit: SHOWN }, { signal }),
      ),
    );
    return {
      count: pages.reduce((sum, { page }) => sum + page.total_count, 0),
      ids: pages.flatMap(({ items }) => items.map((one) => one.client_session_id)).slice(0, SHOWN),
    };
  });
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  if (data === undefined) return <Loading lines={1} />;
  return (
    <p data-touched={data.count}>
      {t.sessions(data.count, environment)} <Code of={data.ids.join(', ')} />
      {data.count > data.ids.length && ' …'}
    </p>
  );
};
