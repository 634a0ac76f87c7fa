const own = new URL(import.meta.url);

/** The console's base path, such as `/console/`: the script lies in its `assets`. */
export const ROOT = new URL('../', own).pathname;

/** The API's base: one folder above. */
export const API = new URL('../../', own).href;
