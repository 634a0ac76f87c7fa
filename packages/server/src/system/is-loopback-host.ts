/** Whether a host, as a setting or a URL names it, is this machine alone. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|\[::1\]|::1|127\.[\d.]+)$/.test(host);
