/** What stands for characters of ids that names of the registry have not. Each is named by its code, and so is what would look like one. */
const ESCAPED = /:|_(?=3A|5F)/g;
const ESCAPE = /_(3A|5F)/g;

/** The name of a server in the registry: a namespace as in reversed domain names, a slash, and its id. */
export const serverName = (tenantId: string, serverId: string): string =>
  namespaceOf(tenantId) + serverId.replace(ESCAPED, (one) => (one === ':' ? '_3A' : '_5F'));

/** The id in the name of a server; "" where it is no name of this tenant's. */
export const serverIdIn = (tenantId: string, name: string): string => {
  const namespace = namespaceOf(tenantId);
  if (!name.startsWith(namespace)) return '';
  return name.slice(namespace.length).replace(ESCAPE, (one) => (one === '_3A' ? ':' : '_'));
};

const namespaceOf = (tenantId: string): string => `io.govgate.${tenantId.replace(/[^A-Za-z0-9.-]/g, '-')}/`;
