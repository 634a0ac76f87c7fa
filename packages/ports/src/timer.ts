/** Lets a call wait for something without holding up the process. */
export interface Timer {
  /** Resolves after so many milliseconds, or at once, `stopping`, when the process is asked to stop. */
  wait(ms: number): Promise<'elapsed' | 'stopping'>;
}
