/** Tags texts under a server key, so that the service knows its own words again (page tokens). */
export interface MessageAuthenticator {
  /** A short tag in base64url. */
  tag(text: string): string;
  /** Compares in constant time. */
  matches(text: string, tag: string): boolean;
}
