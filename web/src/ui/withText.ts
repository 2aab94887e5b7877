/** Earlier results that match the new text, shown until the search completes, because Enter opens the first result. */
export const withText = <Named extends { readonly name: string }>(named: readonly Named[], text: string) =>
  named.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
