import type { Verbs } from '@govgate/domain/internal';
import type { OperationSample } from './operation-sample.js';

/** A sample for each verb of a kind of record: it changes the first of the records that it can change. */
export const verbSamples = <T, Request>(
  noun: string,
  {
    verbs,
    records,
    requestOf,
  }: {
    readonly verbs: Verbs<T, Request>;
    readonly records: readonly T[];
    readonly requestOf: (record: T) => Request;
  },
  sampleOf: (record: T) => OperationSample,
): Readonly<Record<string, OperationSample>> =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, { decide }]) => {
      const record = records.find((one) => {
        const decided = decide(one, requestOf(one));
        return decided.ok && decided.value.kind === 'moved';
      });
      if (record === undefined)
        throw new Error(
          `\`${name}\` changes no sample record: add a ${noun} that it changes beside the others`,
        );
      return [`${name}${noun}`, sampleOf(record)];
    }),
  );
