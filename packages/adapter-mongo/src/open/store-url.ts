import { storeOpenError } from './store-open-error.js';

const DEFAULT_DATABASE = 'govgate';
const FORM = /^(mongodb(?:\+srv)?):\/\/(?:([^@/]*)@)?([^/?@]+)(?:\/([^?]*))?(?:\?(.*))?$/;
/** What a database may be called (MongoDB's rule). */
const DATABASE = /^[^\0/\\. "$*<>:|?]{1,63}$/;

/** A parsed MongoDB URL. `where` holds only the hosts and may be shown. */
export interface StoreUrl {
  readonly url: string;
  readonly where: string;
  readonly database: string;
  /** The first host alone, bypassing discovery: to ask what it is when no set answers. Undefined where names come from DNS. */
  readonly direct: string | undefined;
}

export const readStoreUrl = (url: string): StoreUrl => {
  const [whole, scheme, credentials, hosts = '', path = '', query = ''] = FORM.exec(url) ?? [];
  const database = whole === undefined ? undefined : decoded(path);
  if (database === undefined || (database !== '' && !DATABASE.test(database)))
    throw storeOpenError('bad_url', '');
  const [first = ''] = hosts.split(',');
  const user = credentials === undefined ? '' : `${credentials}@`;
  const direct = `mongodb://${user}${first}/${path}?${directQuery(query)}`;
  return {
    url,
    where: hosts,
    database: database === '' ? DEFAULT_DATABASE : database,
    direct: scheme === 'mongodb' ? direct : undefined,
  };
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const directQuery = (query: string): string =>
  [
    ...query
      .split('&')
      .filter((option) => option !== '' && !/^(replicaSet|directConnection|loadBalanced)=/i.test(option)),
    'directConnection=true',
  ].join('&');
