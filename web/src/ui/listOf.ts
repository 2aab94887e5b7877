/** The entries of a text field for several values, separated by commas, spaces or line breaks. */
export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
