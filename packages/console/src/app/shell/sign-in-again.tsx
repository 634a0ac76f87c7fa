import type { GovgateError } from '@govgate/client';
import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { Failure } from '../parts/failure.js';
import { ROOT } from '../place.js';
import { loadSettings, useSettings } from '../state/settings.js';
import { BEGUN, signIn, signOut, useSignIn } from '../state/sign-in.js';
import { texts } from '../texts.js';
import { TokenForm } from './sign-in.js';

const t = texts.oidc;

/**
 * Shown over the page whose token has expired, so that a form being filled in is kept. The identity provider opens in a tab of its own,
 * which hands over what it got; navigating the whole page away would lose the form.
 */
export const SignInAgain = ({ because }: { readonly because: GovgateError }) => {
  const { failure, isSigningIn } = useSignIn();
  const oidc = useSettings()?.oidc;
  useEffect(() => {
    void loadSettings();
  }, []);
  return (
    <Modal isOpen variant="small" aria-labelledby="again-title" onEscapePress={signOut}>
      <ModalHeader title={t.again} labelId="again-title" description={t.isOver} />
      <ModalBody className="sign-in">
        <Failure error={failure ?? because} />
        {oidc !== undefined && <InNewTab issuer={oidc.issuer} />}
        <TokenForm />
      </ModalBody>
      <ModalFooter>
        <Button variant="link" isDisabled={isSigningIn} onClick={signOut}>
          {texts.signOut}
        </Button>
      </ModalFooter>
    </Modal>
  );
};

const InNewTab = ({ issuer }: { readonly issuer: string }) => {
  const [waitFor] = useState(newName);
  useEffect(() => {
    const channel = new BroadcastChannel(BEGUN);
    channel.onmessage = ({ data }) => {
      if (data?.to === waitFor) void signIn(data.grant.token, { stays: false, grant: data.grant });
    };
    return () => channel.close();
  }, [waitFor]);
  return (
    <Button variant="primary" isBlock onClick={() => open(`${ROOT}#again=${waitFor}`, '_blank', 'noopener')}>
      {t.inNewTab(new URL(issuer).host)}
    </Button>
  );
};

const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
