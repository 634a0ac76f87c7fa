import type { AnyBulkWriteOperation, Document } from 'mongodb';

/** Operations on one collection, each with the unit it belongs to and how many documents they must match. */
export class WriteList<D extends Document> {
  readonly operations: AnyBulkWriteOperation<D>[] = [];
  readonly owners: number[] = [];

  add(owner: number, operation: AnyBulkWriteOperation<D>): void {
    this.operations.push(operation);
    this.owners.push(owner);
  }

  /** A part of the list, so that no command grows without limit. */
  part(start: number, length: number): WriteList<D> {
    const part = new WriteList<D>();
    part.operations.push(...this.operations.slice(start, start + length));
    part.owners.push(...this.owners.slice(start, start + length));
    return part;
  }

  /** How many documents the operations must match; an insert or upsert may match none. */
  get mustMeet(): number {
    return this.operations.filter(
      (operation) =>
        'updateOne' in operation ||
        'deleteOne' in operation ||
        ('replaceOne' in operation && !operation.replaceOne.upsert),
    ).length;
  }
}
