import { relative } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { preset } from '@graphql-codegen/client-preset';
import config from '../codegen.ts';

let files: Promise<ReadonlyMap<string, string>> | null = null;

/** Passes the preset itself: its name would be looked up in the root's packages, which don't contain it. */
const generates = Object.fromEntries(
  Object.entries(config.generates).map(([folder, output]) => [folder, { ...output, preset }]),
);

async function run(): Promise<ReadonlyMap<string, string>> {
  // Typed here because a union with `any` loses the library's own type.
  const outputs: readonly { filename: string; content: string }[] = await generate(
    { ...config, generates, silent: true },
    false,
  );
  return new Map(outputs.map(({ filename, content }) => [relative('.', filename), content]));
}

/** Returns one generated file by its path. All files come from one run, from `schema.graphql` on disk. */
export async function makeDocuments(path: string): Promise<string> {
  files ??= run();
  const content = (await files).get(path);
  if (content === undefined) throw new Error(`codegen made no ${path}`);
  return content;
}
