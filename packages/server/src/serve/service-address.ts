/** Where this process listens, once it does. */
export interface ServiceAddress {
  url: string;
}

/** The address of a process that listens nowhere yet, as the command line's never does. */
export const makeServiceAddress = (): ServiceAddress => ({ url: '' });
