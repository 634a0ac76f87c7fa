/** The address this process listens on, once it does. */
export interface ServiceAddress {
  url: string;
}

/** The address of a process that is not listening, as on the command line. */
export const makeServiceAddress = (): ServiceAddress => ({ url: '' });
