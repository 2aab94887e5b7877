/** Strips Markdown marks from a description. */
export const hintText = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll(/(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])/g, '$1')
    .replaceAll(/(?<![\w_])_([^\s_][^_\n]*)_(?![\w_])/g, '$1');
