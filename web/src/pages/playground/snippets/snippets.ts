import { langchainSnippet, mcpSnippet, vercelSnippet } from './agents.ts';
import type { Snippet, SnippetCall } from './call.ts';
import { curlSnippet } from './curl.ts';
import { anthropicSnippet, openaiSnippet } from './models.ts';
import type { SnippetName } from './names.ts';
import { pythonSnippet } from './python.ts';

/** The same call in other words. */
export const SNIPPETS: Readonly<Record<SnippetName, (call: SnippetCall) => Snippet>> = {
  curl: curlSnippet,
  openai: openaiSnippet,
  anthropic: anthropicSnippet,
  vercel: vercelSnippet,
  langchain: langchainSnippet,
  python: pythonSnippet,
  mcp: mcpSnippet,
};
