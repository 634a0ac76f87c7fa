export { copySqliteStore, isSqliteStoreInUse, sqliteStoreBytes } from './copy/copy-sqlite-store.js';
export { openSqliteStore } from './open/open-sqlite-store.js';
export { StoreOpenError } from './open/store-open-error.js';
