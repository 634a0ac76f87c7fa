import { type AddressInfo, createServer } from 'node:net';

/** A loopback port on which nobody listens. */
export const closedLoopbackPort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
};
