/** What the commands that list records take beside their filters; the service judges it. */
export interface Searched {
  readonly search?: string;
  readonly sort?: string;
}
