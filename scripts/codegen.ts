import { relative } from 'node:path';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { preset } from '@graphql-codegen/client-preset';

type Output = CodegenConfig['generates'][string];

const documentsOf = (documents: string[]): Output => ({
  documents,
  preset,
  presetConfig: { gqlTagName: 'graphql', fragmentMasking: false },
  config: {
    documentMode: 'string',
    enumsAsTypes: true,
    useTypeImports: true,
    importExtension: '.ts',
    strictScalars: true,
    scalars: { DateTime: 'string', JSON: 'unknown' },
  },
});

/** Types of the documents that our own clients send, made from `schema.graphql`. */
const CONFIG: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'src/generated/gql/': documentsOf(['src/cli/operations/*.ts', 'test/graphql/operations/*.ts']),
    'web/src/gql/': documentsOf(['web/src/**/operations.ts']),
  },
};

let files: Promise<ReadonlyMap<string, string>> | null = null;

async function run(): Promise<ReadonlyMap<string, string>> {
  // Typed here because the library's own type is lost in a union with `any`.
  const outputs: readonly { filename: string; content: string }[] = await generate({ ...CONFIG, silent: true }, false);
  return new Map(outputs.map(({ filename, content }) => [relative('.', filename), content]));
}

/** One file of typed documents, by its path: all are made in one run, from `schema.graphql` as it is on disk. */
export async function makeDocuments(path: string): Promise<string> {
  files ??= run();
  const content = (await files).get(path);
  if (content === undefined) throw new Error(`codegen made no ${path}`);
  return content;
}
