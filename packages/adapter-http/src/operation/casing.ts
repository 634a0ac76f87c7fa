/** `manifest_hash` → `manifestHash`; a camelCase name stays as it is. Wire casing is this package's business alone. */
export const camelCase = (wireName: string): string => {
  const known = CAMEL.get(wireName);
  if (known !== undefined) return known;
  const camel = wireName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  CAMEL.set(wireName, camel);
  return camel;
};

// Only names out of schemas come here, never names out of requests, so the map stays small.
const CAMEL = new Map<string, string>();
