/** The text of a body in the encoding that its `Content-Type` names. */
export const decodeText = (body: Buffer, contentType: string): string => {
  try {
    return new TextDecoder(/charset="?([^";\s]+)/i.exec(contentType)?.[1] ?? 'utf-8').decode(body);
  } catch {
    // If the encoding is unknown, UTF-8 shows at least the ASCII part.
    return body.toString('utf8');
  }
};

/**
 * The text of JSON. It is UTF-8, regardless of the encoding in its media type (RFC 8259, section 8.1). Only bytes that
 * aren't UTF-8 are read in the named encoding.
 */
export const decodeJson = (body: Buffer, contentType: string): string => {
  const text = decodeText(body, 'charset=utf-8');
  return /[\0\uFFFD]/.test(text) ? decodeText(body, contentType) : text;
};
