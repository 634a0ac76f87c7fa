import type { AccountView } from '@govgate/application';

/** A user in wire form. */
export const userOut = ({
  accountId,
  ...rest
}: AccountView): Omit<AccountView, 'accountId'> & { readonly userId: string } => ({
  userId: accountId,
  ...rest,
});
