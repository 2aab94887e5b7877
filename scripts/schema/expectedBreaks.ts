/**
 * Changes of the schema since the last release that may break a client, each with the reason for which it is made
 * anyway. The key is the path of the element, as the failed check names it.
 */
export const EXPECTED_BREAKS: Readonly<Record<string, string>> = {};
