/** Whether a URL's host is this machine, as the server decides it (`src/core/lib/loopback.ts`). */
export const isThisMachine = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
