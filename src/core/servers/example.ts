/** Maximum bytes of the example of a tool's answer, as JSON in UTF-8. */
export const EXAMPLE_BYTES_MAX = 32_768;

/** Whether a value is short enough to be the example of an answer. */
export const isShortExample = (value: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(value)) <= EXAMPLE_BYTES_MAX;
