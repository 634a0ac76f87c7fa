import type { Reach } from '@govgate/client';
import { Page, PageSection, SkipToContent } from '@patternfly/react-core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type PageAt, pageAt } from '../pages/page-at.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { Loading } from '../parts/loading.js';
import { Toasts } from '../parts/toasts.js';
import { ROOT } from '../place.js';
import { followLink, useAddress } from '../state/address.js';
import { ApiContext, clientOf, makeApi, useApi } from '../state/api.js';
import { consoleFailure } from '../state/failure-of.js';
import { DEFAULT_HOURS, limitSession } from '../state/session.js';
import { type SignedIn, useSignIn } from '../state/sign-in.js';
import { makeQueries, useLoad } from '../state/use-load.js';
import { texts } from '../texts.js';
import { Head } from './head.js';
import { Keys } from './keys.js';
import { Nav } from './nav.js';
import { SessionEnd } from './session-end.js';
import { SignIn, SignInFrame } from './sign-in.js';
import { SignInAgain } from './sign-in-again.js';
import { useNavigation } from './use-navigation.js';

/** The whole console: the sign-in, or the page of the address. */
export const App = () => {
  const { signedIn, over, isHandedOver, isSigningIn } = useSignIn();
  useEffect(() => {
    document.addEventListener('click', followLink);
    return () => document.removeEventListener('click', followLink);
  }, []);
  if (signedIn !== undefined)
    return (
      <>
        <Signed key={`${signedIn.me.tenant_id} ${signedIn.me.actor_id}`} who={signedIn} />
        {over !== undefined && <SignInAgain because={over} />}
      </>
    );
  if (isHandedOver)
    return <SignInFrame title={texts.oidc.handedOver}>{texts.oidc.handedOverHint}</SignInFrame>;
  return isSigningIn ? <Loading /> : <SignIn />;
};

/** What one person reads is kept for nobody else. After they have signed in again, what was refused is read anew. */
const Signed = ({ who }: { readonly who: SignedIn }) => {
  const [queries] = useState(makeQueries);
  const readWith = useRef(who.token);
  useEffect(() => {
    // A session that has ended has no token.
    if (who.token === '' || readWith.current === who.token) return;
    readWith.current = who.token;
    void queries.invalidateQueries();
  }, [queries, who.token]);
  return (
    <QueryClientProvider client={queries}>
      <InEnvironment me={who.me} />
    </QueryClientProvider>
  );
};

const InEnvironment = ({ me }: Pick<SignedIn, 'me'>) => {
  const { query } = useAddress();
  // An environment outside the caller's reach is left to the API to refuse: it answers as if it did not exist.
  const environment = query.environment ?? me.environment_ids[0] ?? '';
  const client = useMemo(() => clientOf(me, environment), [me, environment]);
  const { data, error, reload } = useLoad(['reach', environment], async ({ signal }) =>
    environment === '' ? nowhereOf(me) : client.readReach({ environment_id: environment }, { signal }),
  );
  useEffect(() => {
    if (data !== undefined) limitSession(data.console_session_hours);
  }, [data]);
  const api = useMemo(
    () => (data === undefined ? undefined : makeApi({ client, me, environment, reach: data })),
    [client, me, environment, data],
  );
  if (api === undefined)
    return error === undefined ? (
      <Loading />
    ) : (
      <main>
        <Failure error={error} retry={reload} />
      </main>
    );
  return (
    <ApiContext value={api}>
      <Frame />
    </ApiContext>
  );
};

const nowhereOf = ({ tenant_id }: SignedIn['me']): Reach => ({
  schema_version: '1.0',
  tenant_id,
  environment_id: '',
  permissions: [],
  console_session_hours: DEFAULT_HOURS,
});

const Frame = () => {
  const { environment } = useApi();
  const { path } = useAddress();
  const navigation = useNavigation(path);
  return (
    <>
      <Page
        mainContainerId="main"
        masthead={<Head navigation={navigation} />}
        sidebar={<Nav isOpen={navigation.isOpen} />}
        skipToContent={<SkipToContent href="#main">{texts.skip}</SkipToContent>}
      >
        <PageSection key={environment}>
          {environment === '' ? <Nowhere path={path} /> : <PageOf path={path} />}
        </PageSection>
      </Page>
      <Keys />
      <Toasts />
      <SessionEnd />
    </>
  );
};

const PageOf = ({ path }: { readonly path: string }) => {
  const at = pageAt(path);
  return at === undefined ? <NotFound /> : <PageContentOf key={path} at={at} />;
};

const PageContentOf = ({ at: { page, rest } }: { readonly at: PageAt }) => {
  const { data, error, reload } = useLoad(['page', page.path], () =>
    page.load().catch(() => {
      throw consoleFailure('page_not_loaded', texts.pageNotLoaded);
    }),
  );
  if (data !== undefined) return <data.Page rest={rest} />;
  if (error === undefined) return <Loading />;
  return (
    <>
      <Heading title={page.title} />
      <Failure error={error} retry={reload} />
    </>
  );
};

const NotFound = () => (
  <>
    <Heading title={texts.notFound} />
    <p className="quiet">{texts.notFoundHint}</p>
  </>
);

/** Reviewers of access need no role: without any environment they see the access reviews that they are in, and others nothing. */
const Nowhere = ({ path }: { readonly path: string }) => {
  const { client } = useApi();
  const reviews = useLoad(['access reviews of mine'], ({ signal }) =>
    client.listAccessReviews({ limit: 1 }, { signal }),
  );
  if (reviews.data !== undefined) return <PageOf path={path.startsWith(REVIEWS) ? path : REVIEWS} />;
  if (reviews.error === undefined) return <Loading />;
  return (
    <>
      <Heading title={texts.noEnvironment} />
      <p className="quiet">{texts.noEnvironmentHint}</p>
    </>
  );
};

const REVIEWS = `${ROOT}access/reviews`;
