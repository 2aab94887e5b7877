/** A description without Markdown marks, for one line in a list or a form. */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/!?\[([^[\]]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/`([^`\n]+)`/g, '$1')
    .replaceAll(/^#{1,6} /gm, '')
    .replaceAll(/(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])/g, '$1')
    .replaceAll(/(?<![\w_])_([^\s_][^_\n]*)_(?![\w_])/g, '$1');
