import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types of the documents that our own clients send, made from `schema.graphql`. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['src/cli/operations/*.ts', 'test/graphql/operations/*.ts'],
  generates: {
    'src/generated/gql/': {
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
    },
  },
};

export default config;
