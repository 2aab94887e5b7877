/** Types for the part of `swagger-client` that we use. The package ships none. */
declare module 'swagger-client/es/execute/index.js' {
  export type BuiltRequest = {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  export function buildRequest(options: Readonly<Record<string, unknown>>): BuiltRequest;
}
