/** The grammar of reason codes that callers may send: `^[a-z][a-z0-9_]{1,63}$`. */
export const REASON_CODE_PATTERN = /^[a-z][a-z0-9_]{1,63}$/;
