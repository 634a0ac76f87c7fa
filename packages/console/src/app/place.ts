const own = new URL(import.meta.url);

/** The path that the console is mounted at, such as `/console/`: the script lies in its `assets`. */
export const ROOT = new URL('../', own).pathname;

/** Where the API is: one folder above. */
export const API = new URL('../../', own).href;
