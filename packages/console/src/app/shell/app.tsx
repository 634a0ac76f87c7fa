import { useMemo } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import { PAGES } from '../pages/registry.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { ROOT } from '../place.js';
import { ApiProvider, clientOf, makeApi } from '../state/api.js';
import { isHandedOver, isOver, isSigningIn, type SignedIn, signedIn } from '../state/sign-in.js';
import { useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { Head } from './head.js';
import { Keys } from './keys.js';
import { Nav } from './nav.js';
import { SignIn } from './sign-in.js';
import { SignInAgain } from './sign-in-again.js';

/** The whole console: the sign-in, or the page of the address. */
export const App = () => {
  const who = signedIn.value;
  if (who !== undefined)
    return (
      <LocationProvider scope={ROOT}>
        <Signed key={`${who.me.tenant_id} ${who.me.actor_id}`} who={who} />
        {isOver.value !== undefined && <SignInAgain because={isOver.value} />}
      </LocationProvider>
    );
  if (isHandedOver.value) return <HandedOver />;
  return isSigningIn.value ? <p class="quiet">{texts.loading}</p> : <SignIn />;
};

const HandedOver = () => (
  <main class="sign-in">
    <h1>{texts.oidc.handedOver}</h1>
    <p>{texts.oidc.handedOverHint}</p>
  </main>
);

const Signed = ({ who }: { readonly who: SignedIn }) => {
  const { query, path } = useLocation();
  const asked = query.environment;
  const environments = who.me.environment_ids;
  // An environment outside the caller's reach is left to the API to refuse: it answers as if it did not exist.
  const environment = asked ?? environments[0] ?? '';
  const client = useMemo(() => clientOf(who, environment), [who, environment]);
  const { data, error, reload } = useLoad(environment, async ({ signal }) =>
    environment === ''
      ? { permissions: [], schema_version: '1.0' as const, tenant_id: who.me.tenant_id, environment_id: '' }
      : client.readReach({ environment_id: environment }, { signal }),
  );
  const api = useMemo(
    () => (data === undefined ? undefined : makeApi({ client, me: who.me, environment, reach: data })),
    [client, environment, data],
  );
  if (error !== undefined && api === undefined) return <Failure error={error} retry={reload} />;
  if (api === undefined) return <p class="quiet">{texts.loading}</p>;
  return (
    <ApiProvider value={api}>
      <a class="skip" href="#main">
        {texts.skip}
      </a>
      <Head />
      <Nav />
      <main id="main" tabIndex={-1} key={environment}>
        {environment === '' ? <Nowhere /> : <PageOf path={path} />}
      </main>
      <Keys />
    </ApiProvider>
  );
};

const PageOf = ({ path }: { readonly path: string }) => {
  const parts = partsOf(path);
  const page = PAGES.find((one) => one.path === (parts?.[0] ?? ''));
  const [, ...rest] = parts ?? [];
  if (parts === undefined || page === undefined) return <NotFound />;
  return <page.Page key={rest.join('/')} rest={rest} />;
};

/** The path segments below the console's root; undefined if malformed. */
const partsOf = (path: string): string[] | undefined => {
  try {
    return path
      .slice(ROOT.length)
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
};

const NotFound = () => (
  <>
    <Heading title={texts.notFound} />
    <p class="quiet">{texts.notFoundHint}</p>
  </>
);

const Nowhere = () => (
  <>
    <Heading title={texts.noEnvironment} />
    <p class="quiet">{texts.noEnvironmentHint}</p>
  </>
);
