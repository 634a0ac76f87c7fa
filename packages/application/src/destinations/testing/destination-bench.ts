import type { Destination } from '@govgate/domain';
import { destinationKind } from '@govgate/ports';
import type { CallContext } from '../../call/context.js';
import { type Bench, makeBench, PROD_SCOPE } from '../../testing/use-case-bench.js';
import { changesOfDestinations } from '../change-destination.js';
import { type CreateDestinationInput, makeCreateDestination } from '../create-destination.js';
import { makeReadDestination } from '../read-destination.js';
import { makeUpdateDestination, type UpdateDestinationInput } from '../update-destination.js';

export const DESTINATION = { scope: PROD_SCOPE, destinationId: 'dst_lake' };

/** References that must never appear anywhere but in the stored record. */
export const CANARIES = {
  endpointSecretRef: 'file:canary-endpoint',
  tokenSecretRef: 'env:CANARY_TOKEN',
  signingKeyRef: 'env:CANARY_KEY',
} as const;

const refs = { destinationRef: 'dstref_security-lake', endpointRef: 'epref_security-lake' };

/** Destinations with ada, who may do everything with them. */
export class DestinationBench {
  private constructor(
    readonly bench: Bench,
    readonly ada: CallContext,
  ) {}

  static async make(): Promise<DestinationBench> {
    const bench = await makeBench();
    await bench.grant('ada', 'platform_admin');
    return new DestinationBench(bench, await bench.as('ada'));
  }

  get ports() {
    return this.bench.ports;
  }

  readonly calls = {
    create: (fields: Partial<CreateDestinationInput> = {}, as = this.ada) =>
      makeCreateDestination(this.ports)(as, {
        ...DESTINATION,
        kind: 'splunk_hec',
        ...refs,
        ...CANARIES,
        ...fields,
      }),
    update: (
      fields: Partial<UpdateDestinationInput> = {},
      ifMatch: string | undefined = '*',
      as = this.ada,
    ) =>
      makeUpdateDestination(this.ports)(ifMatch === '' ? as : { ...as, ifMatch: [ifMatch] }, {
        ...DESTINATION,
        ...refs,
        ...fields,
      }),
    read: (as = this.ada) => makeReadDestination(this.ports)(as, DESTINATION),
    disable: (as = this.ada) =>
      changesOfDestinations.disable(this.ports)(as, { ...DESTINATION, reasonCode: 'too_noisy' }),
    enable: (as = this.ada) =>
      changesOfDestinations.enable(this.ports)(as, { ...DESTINATION, reasonCode: 'quiet_again' }),
  };

  async stored(): Promise<Destination | undefined> {
    const { scope, destinationId } = DESTINATION;
    return (await this.ports.records.get(destinationKind, scope, destinationId))?.record;
  }

  /** The complete trail as one text. */
  async trail(): Promise<string> {
    const page = await this.bench.store.auditTrail.page('acme', {
      filter: {},
      direction: 'asc',
      limit: 1000,
    });
    return JSON.stringify(page.items);
  }
}
