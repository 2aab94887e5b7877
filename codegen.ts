/** Generates types of the GraphQL documents that our own clients send. `npm run generate` runs it. */
const documentsOf = (documents: string[]) => ({
  documents,
  preset: 'client',
  presetConfig: { gqlTagName: 'graphql', fragmentMasking: false },
  config: {
    documentMode: 'string',
    enumsAsTypes: true,
    useTypeImports: true,
    importExtension: '.ts',
    strictScalars: true,
    scalars: { DateTime: 'string', JSON: 'unknown', SafeInt: 'number' },
  },
});

export default {
  schema: 'schema.graphql',
  generates: {
    'src/generated/gql/': documentsOf(['src/cli/operations/*.ts', 'test/graphql/operations/*.ts']),
    'web/src/gql/': documentsOf(['web/src/**/operations.ts']),
  },
};
