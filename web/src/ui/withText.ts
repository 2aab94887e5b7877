/** Earlier results that match the new text, shown until its search completes, because Enter opens the first one. */
export const withText = <Named extends { readonly name: string }>(found: readonly Named[], text: string) =>
  found.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
