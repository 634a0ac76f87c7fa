/** A text without the byte order mark that editors on Windows put in front (RFC 8259, section 8.1, lets readers ignore it). */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);
