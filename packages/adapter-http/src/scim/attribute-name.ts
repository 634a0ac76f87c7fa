const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** An attribute's name without case and without the URN of a core schema (RFC 7643, 2.1; RFC 7644, 3.10). */
export const attributeName = (name: string): string => name.toLowerCase().replace(CORE, '');
