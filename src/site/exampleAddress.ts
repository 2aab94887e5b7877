/** The service's address in the documents' examples. */
const EXAMPLE_ADDRESS = /\b(?:http:\/\/127\.0\.0\.1:4000|(?:https|wss):\/\/tools\.example\.com)(?![\w.:-])/g;

/** An example with a service's address; WebSocket examples get the WebSocket address. */
export const withAddress = (code: string, address: string): string =>
  code.replace(EXAMPLE_ADDRESS, (found) => (found.startsWith('wss:') ? address.replace(/^http/, 'ws') : address));
