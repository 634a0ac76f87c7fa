/** `manifest_hash` → `manifestHash`; camelCase stays as it is, and so does MCP's `_meta`. Only this package knows the wire's casing. */
export const camelCase = (wireName: string): string => {
  const known = CAMEL.get(wireName);
  if (known !== undefined) return known;
  const camel = wireName.replace(/(?!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  CAMEL.set(wireName, camel);
  return camel;
};

// Names come from schemas only, never from requests, so the map stays small.
const CAMEL = new Map<string, string>();
