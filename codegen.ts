/** Generates types of the GraphQL documents that our own clients send. `npm run generate` runs it. */
import { readFileSync } from 'node:fs';
import { Kind, type ObjectTypeDefinitionNode, parse, print, visit } from 'graphql';

const ROOTS = ['Query', 'Mutation', 'Subscription'];
/** Null also if there is no such object. */
const NULL_WITHOUT_ERROR = ['Stack.version', 'StackVersion.differences'];

/** The nested fields that are null only when they fail. Our clients refuse a response with an error. */
function neverNull({ name, fields = [], ...type }: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  if (ROOTS.includes(name.value)) return { ...type, name, fields };
  const required = fields.map((field) =>
    field.arguments?.length &&
    field.type.kind !== Kind.NON_NULL_TYPE &&
    !NULL_WITHOUT_ERROR.includes(`${name.value}.${field.name.value}`)
      ? { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } as const }
      : field,
  );
  return { ...type, name, fields: required };
}

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
  schema: print(visit(parse(readFileSync('schema.graphql', 'utf8')), { ObjectTypeDefinition: neverNull })),
  generates: {
    'src/generated/gql/': documentsOf(['src/cli/operations/*.ts', 'test/graphql/operations/*.ts']),
    'web/src/gql/': documentsOf(['web/src/**/operations.ts']),
  },
};
