import { isSnippetName, type SnippetName } from './snippets/names.ts';

export type PlaygroundSearch = {
  readonly stack?: string;
  readonly tool?: string;
  readonly code?: SnippetName;
};

/** What the address of the playground says; anything else in it is ignored. */
export function playgroundSearch({ stack, tool, code }: Record<string, unknown>): PlaygroundSearch {
  return {
    ...(typeof stack === 'string' && { stack }),
    ...(typeof tool === 'string' && { tool }),
    ...(isSnippetName(code) && { code }),
  };
}
