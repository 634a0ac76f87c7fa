import {
  Button,
  Card,
  CardBody,
  CardTitle,
  Checkbox,
  Form,
  FormGroup,
  TextInput,
  Title,
} from '@patternfly/react-core';
import { type ReactNode, useEffect } from 'react';
import { Failure } from '../parts/failure.js';
import { Loading } from '../parts/loading.js';
import { loadSettings, useSettings } from '../state/settings.js';
import { beginSignIn, signIn, useSignIn } from '../state/sign-in.js';
import { texts } from '../texts.js';

/** A page of its own, before there is a console. */
export const SignInFrame = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <main className="sign-in page">
    <Card>
      <CardTitle>
        <Title headingLevel="h1">{title}</Title>
      </CardTitle>
      <CardBody>{children}</CardBody>
    </Card>
  </main>
);

/**
 * Links to the identity provider if there is one, and accepts a token. It is kept in memory unless asked to persist, and the page says
 * where.
 */
export const SignIn = () => {
  const { failure } = useSignIn();
  const known = useSettings();
  useEffect(() => {
    document.title = texts.pageTitle(texts.signIn);
    void loadSettings();
  }, []);
  return (
    <SignInFrame title={texts.signInTitle}>
      {failure !== undefined && <Failure error={failure} />}
      {known === undefined ? <Loading /> : <Ways issuer={known.oidc?.issuer} />}
    </SignInFrame>
  );
};

const Ways = ({ issuer }: { readonly issuer: string | undefined }) =>
  issuer === undefined ? (
    <TokenForm />
  ) : (
    <>
      <ProviderForm issuer={issuer} />
      <details>
        <summary>{texts.oidc.withToken}</summary>
        <TokenForm />
      </details>
    </>
  );

/** Accepts a pasted token. */
export const TokenForm = () => (
  <Form
    noValidate={false}
    onSubmit={(event) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      void signIn(String(form.get('token')).trim(), { stays: form.get('stays') !== null });
    }}
  >
    <FormGroup label={texts.token} fieldId="token">
      <TextInput id="token" name="token" type="password" autoComplete="off" isRequired maxLength={8192} />
    </FormGroup>
    <Stays id="token" />
    <Button type="submit" variant="primary">
      {texts.signIn}
    </Button>
  </Form>
);

const Stays = ({ id }: { readonly id: string }) => (
  <Checkbox id={`${id}-stays`} name="stays" label={texts.stays} description={texts.staysHint} />
);

const ProviderForm = ({ issuer }: { readonly issuer: string }) => (
  <Form
    noValidate={false}
    onSubmit={(event) => {
      event.preventDefault();
      void beginSignIn({ stays: new FormData(event.currentTarget).get('stays') !== null });
    }}
  >
    <Stays id="provider" />
    <Button type="submit" variant="primary">
      {texts.oidc.signIn(new URL(issuer).host)}
    </Button>
  </Form>
);
