import type { AccountView } from '@govgate/application';

/** A user as the wire names it. */
export const userOut = ({
  accountId,
  ...rest
}: AccountView): Omit<AccountView, 'accountId'> & { readonly userId: string } => ({
  userId: accountId,
  ...rest,
});
