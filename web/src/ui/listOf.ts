/** The entries of a text field that takes several, with commas, blanks or new lines between them. */
export const listOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);
