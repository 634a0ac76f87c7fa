import type { AccountView } from '@govgate/application';

/** A service account as the wire names it. */
export const serviceAccountOut = ({
  accountId,
  ...rest
}: AccountView): Omit<AccountView, 'accountId'> & { readonly serviceAccountId: string } => ({
  serviceAccountId: accountId,
  ...rest,
});
