import type { CodegenConfig } from '@graphql-codegen/cli';

type Output = CodegenConfig['generates'][string];

const documentsOf = (documents: string[]): Output => ({
  documents,
  preset: 'client',
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
const config: CodegenConfig = {
  schema: 'schema.graphql',
  generates: {
    'src/generated/gql/': documentsOf(['src/cli/operations/*.ts', 'test/graphql/operations/*.ts']),
    'web/src/gql/': documentsOf(['web/src/**/operations.ts']),
  },
};

export default config;
