/** The JSON media type (RFC 8259, section 11). */
export const JSON_TYPE = 'application/json';
/** The media type of a URL-encoded form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** A media type from `Content-Type`, without parameters and in lower case; empty if absent. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const TEXT_TYPE =
  /^text\/|[/+](xml|graphql|yaml|x-yaml|csv|javascript|(?:x-)?(?:ndjson|jsonl|json-?lines|json-?stream|json-seq)|sql|toml)$/;

/** Whether a media type, without parameters, is human-readable text such as XML. */
export const isTextType = (media: string): boolean => TEXT_TYPE.test(media);

/**
 * Whether a media type, without parameters, is JSON: `application/json`, `text/json`, or any with `+json` (RFC 6839,
 * 3.1).
 */
export const isJsonType = (media: string): boolean =>
  media === JSON_TYPE || media === 'text/json' || media.endsWith('+json');
