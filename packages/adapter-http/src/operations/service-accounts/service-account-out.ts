import type { AccountView } from '@govgate/application';

/** A service account in wire form. */
export const serviceAccountOut = ({
  accountId,
  ...rest
}: AccountView): Omit<AccountView, 'accountId'> & { readonly serviceAccountId: string } => ({
  serviceAccountId: accountId,
  ...rest,
});
