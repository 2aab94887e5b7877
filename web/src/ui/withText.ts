/**
 * Of what an earlier text found that which has this one in its name, until it is searched for: Enter takes the first of
 * a list, which must not be one that nobody asked for.
 */
export const withText = <Named extends { readonly name: string }>(found: readonly Named[], text: string) =>
  found.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
