import { useEffect } from 'preact/hooks';
import { Failure } from '../parts/failure.js';
import { signIn, signInFailure } from '../state/sign-in.js';
import { texts } from '../texts.js';

/** Takes a token. It is kept in memory unless it is asked to stay, and where it stays is said. */
export const SignIn = () => {
  useEffect(() => {
    document.title = texts.pageTitle(texts.signIn);
  }, []);
  return (
    <main class="sign-in">
      <h1>{texts.signInTitle}</h1>
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
        <div class="field check">
          <input id="stays" name="stays" type="checkbox" aria-describedby="stays-hint" />
          <label for="stays">{texts.stays}</label>
          <small id="stays-hint" class="quiet">
            {texts.staysHint}
          </small>
        </div>
        {signInFailure.value !== undefined && <Failure error={signInFailure.value} />}
        <div class="actions">
          <button type="submit" class="main">
            {texts.signIn}
          </button>
        </div>
      </form>
    </main>
  );
};
