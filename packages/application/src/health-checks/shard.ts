/** A part of the targets, as named by a job's subject: `2.4`; "" is all of them. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Parses a shard; anything else means everything. */
export const shardOf = (text: string): Shard => {
  const [, index, count] = /^(\d{1,3})\.([1-9]\d{0,2})$/.exec(text) ?? [];
  return index === undefined || count === undefined
    ? { index: 0, count: 1 }
    : { index: Number(index), count: Number(count) };
};

/** Whether a target belongs to a shard: the same in every process (FNV-1a). */
export const isInShard = (id: string, { index, count }: Shard): boolean => {
  if (count === 1) return true;
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return hash % count === index;
};
