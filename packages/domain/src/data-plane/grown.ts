type Column = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

/** A column of this capacity with the same values in front; zeros follow. */
export const grown = <C extends Column>(column: C, capacity: number): C => {
  const larger = new (column.constructor as new (length: number) => C)(capacity);
  larger.set(column);
  return larger;
};
