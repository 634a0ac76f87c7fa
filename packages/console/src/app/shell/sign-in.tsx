import { useEffect } from 'preact/hooks';
import { Failure } from '../parts/failure.js';
import { loadSettings, settings } from '../state/settings.js';
import { beginSignIn, signIn, signInFailure } from '../state/sign-in.js';
import { texts } from '../texts.js';

/**
 * Links to the identity provider if there is one, and accepts a token. It is kept in memory unless asked to persist, and the page says
 * where.
 */
export const SignIn = () => {
  useEffect(() => {
    document.title = texts.pageTitle(texts.signIn);
    void loadSettings();
  }, []);
  const known = settings.value;
  return (
    <main class="sign-in">
      <h1>{texts.signInTitle}</h1>
      {signInFailure.value !== undefined && <Failure error={signInFailure.value} />}
      {known === undefined ? (
        <p class="quiet">{texts.loading}</p>
      ) : known.oidc === undefined ? (
        <TokenForm />
      ) : (
        <>
          <ProviderForm issuer={known.oidc.issuer} />
          <details>
            <summary>{texts.oidc.withToken}</summary>
            <TokenForm />
          </details>
        </>
      )}
    </main>
  );
};

/** Accepts a pasted token. */
export const TokenForm = () => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      void signIn(String(form.get('token')).trim(), form.get('stays') !== null);
    }}
  >
    <div class="field">
      <label for="token">{texts.token}</label>
      <input id="token" name="token" type="password" autocomplete="off" required maxLength={8192} />
    </div>
    <Stays id="token" />
    <div class="actions">
      <button type="submit" class="main">
        {texts.signIn}
      </button>
    </div>
  </form>
);

const Stays = ({ id }: { readonly id: string }) => (
  <div class="field check">
    <input id={`${id}-stays`} name="stays" type="checkbox" aria-describedby={`${id}-stays-hint`} />
    <label for={`${id}-stays`}>{texts.stays}</label>
    <small id={`${id}-stays-hint`} class="quiet">
      {texts.staysHint}
    </small>
  </div>
);

const ProviderForm = ({ issuer }: { readonly issuer: string }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      void beginSignIn({ stays: new FormData(event.currentTarget).get('stays') !== null });
    }}
  >
    <Stays id="provider" />
    <div class="actions">
      <button type="submit" class="main">
        {texts.oidc.signIn(new URL(issuer).host)}
      </button>
    </div>
  </form>
);
