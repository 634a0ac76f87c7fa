export { openSqliteStore } from './open/open-sqlite-store.js';
export { StoreOpenError } from './open/store-open-error.js';
