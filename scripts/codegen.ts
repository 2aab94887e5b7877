import { relative } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import config from '../codegen.ts';

let files: Promise<ReadonlyMap<string, string>> | null = null;

async function run(): Promise<ReadonlyMap<string, string>> {
  // Typed here because the library's own type is lost in a union with `any`.
  const outputs: readonly { filename: string; content: string }[] = await generate({ ...config, silent: true }, false);
  return new Map(outputs.map(({ filename, content }) => [relative('.', filename), content]));
}

/** One file of typed documents, by its path: all are made in one run, from `schema.graphql` as it is on disk. */
export async function makeDocuments(path: string): Promise<string> {
  files ??= run();
  const content = (await files).get(path);
  if (content === undefined) throw new Error(`codegen made no ${path}`);
  return content;
}
