/** Turns texts into opaque tokens under a server key and back, so that the service knows its own words again. */
export interface TokenSealer {
  /** A token for a text, bound to a context that is not in it. Base64url and dots only. */
  seal(context: string, text: string): string;
  /** The text of a token, undefined for one that is altered or was sealed in another context. Compares in constant time. */
  open(context: string, token: string): string | undefined;
}
