/** Whether a host in a setting or URL is this machine alone. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|\[::1\]|::1|127\.[\d.]+)$/.test(host);
