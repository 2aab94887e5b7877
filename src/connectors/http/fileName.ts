/** The name of a file in `Content-Disposition` (RFC 6266). */
export const fileNameIn = (disposition = ''): string | null => {
  const [, encoded] = /filename\*=utf-8''([^;\s]+)/i.exec(disposition) ?? [];
  const [, quoted, token] = /filename=(?:"([^"]*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return (encoded !== undefined ? percentDecoded(encoded) : (quoted ?? token)) || null;
};

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
