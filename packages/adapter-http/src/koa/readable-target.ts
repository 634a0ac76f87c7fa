/** Whether a request's target has a path: it may be an absolute URL (RFC 9112, 3.2.2), and possibly an unparsable one. */
export const isReadable = (target: string): boolean =>
  target.startsWith('/') || target === '*' || URL.canParse(target);
