import { register } from 'tsx/esm/api';

/**
 * Imports a TypeScript file that no bundle can know, such as one that is generated or found by its path, and with it what it imports, from
 * the sources. Whoever imports it may be bundled.
 */
export const importSource = async <T>(url: string): Promise<T> => {
  const sources = register({ namespace: 'sources' });
  try {
    return (await sources.import(url, import.meta.url)) as T;
  } finally {
    await sources.unregister();
  }
};
