/** The media type of a URL-encoded form. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

const charsetOf = (contentType: string): string => /charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8';

/** The text of a body in the encoding that its `Content-Type` names. */
export const decodeText = (body: Buffer, contentType: string): string => {
  try {
    return new TextDecoder(charsetOf(contentType)).decode(body);
  } catch {
    // If the encoding is unknown, UTF-8 shows at least the ASCII part.
    return body.toString('utf8');
  }
};
