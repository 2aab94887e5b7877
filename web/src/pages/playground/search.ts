import { isSnippetName, type SnippetName } from './snippets/names.ts';

export type PlaygroundSearch = {
  readonly stack?: string;
  readonly tool?: string;
  readonly code?: SnippetName;
};

/** Parses the page's URL and ignores anything unknown. */
export function playgroundSearch({ stack, tool, code }: Record<string, unknown>): PlaygroundSearch {
  return {
    ...(typeof stack === 'string' && { stack }),
    ...(typeof tool === 'string' && { tool }),
    ...(isSnippetName(code) && { code }),
  };
}
