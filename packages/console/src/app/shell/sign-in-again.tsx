import type { GovgateError } from '@govgate/client';
import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../parts/failure.js';
import { ROOT } from '../place.js';
import { loadSettings, settings } from '../state/settings.js';
import { BEGUN, isSigningIn, signIn, signInFailure, signOut } from '../state/sign-in.js';
import { texts } from '../texts.js';
import { TokenForm } from './sign-in.js';

const t = texts.oidc;

/**
 * Shown over the page whose token has expired, so that a form being filled in is kept. The identity provider opens in a tab of its own,
 * which hands the token over; navigating the whole page away would lose the form.
 */
export const SignInAgain = ({ because }: { readonly because: GovgateError }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    void loadSettings();
  }, []);
  const oidc = settings.value?.oidc;
  return (
    <dialog ref={dialog} aria-labelledby="again-title" onCancel={() => signOut()}>
      <h2 id="again-title">{t.again}</h2>
      <p>{t.isOver}</p>
      <Failure error={signInFailure.value ?? because} />
      {oidc !== undefined && <InNewTab issuer={oidc.issuer} />}
      <TokenForm />
      <div class="actions">
        <button type="button" disabled={isSigningIn.value} onClick={() => signOut()}>
          {texts.signOut}
        </button>
      </div>
    </dialog>
  );
};

const InNewTab = ({ issuer }: { readonly issuer: string }) => {
  const waitFor = useRef(newName());
  useEffect(() => {
    const channel = new BroadcastChannel(BEGUN);
    channel.onmessage = ({ data }) => {
      if (data?.to === waitFor.current && typeof data.token === 'string') void signIn(data.token, false);
    };
    return () => channel.close();
  }, []);
  return (
    <div class="actions">
      <button
        type="button"
        class="main"
        onClick={() => open(`${ROOT}#again=${waitFor.current}`, '_blank', 'noopener')}
      >
        {t.inNewTab(new URL(issuer).host)}
      </button>
    </div>
  );
};

const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
