/** In tab order. */
export const SNIPPET_LABELS = {
  curl: 'curl',
  sdk: 'TypeScript',
  sdkPython: 'Python',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  vercel: 'Vercel AI SDK',
  langchain: 'LangChain',
  python: 'Python without packages',
  mcp: 'MCP client',
} as const;

export type SnippetName = keyof typeof SNIPPET_LABELS;

export const isSnippetName = (text: unknown): text is SnippetName =>
  typeof text === 'string' && Object.hasOwn(SNIPPET_LABELS, text);
