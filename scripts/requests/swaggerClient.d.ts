/** The used part of `swagger-client`, which has no types of its own. */
declare module 'swagger-client/es/execute/index.js' {
  export type BuiltRequest = {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  export function buildRequest(options: Readonly<Record<string, unknown>>): BuiltRequest;
}
