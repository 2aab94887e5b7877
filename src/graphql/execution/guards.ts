import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  type ValidationRule,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { documentNesting } from './nesting.ts';

const DOCUMENT_NESTING_MAX = 40;
const TOKENS_MAX = 2_000;
const DEPTH_MAX = 10;
const ALIASES_MAX = 15;
const ROOT_FIELDS_MAX = 20;
const DIRECTIVES_MAX = 20;
/**
 * Introspection is executed in one turn of the event loop and costs no points. A single introspection takes 40 ms. The
 * whole schema under fifteen names took half a second.
 */
const SCHEMA_READS_MAX = 4;
const SCHEMA_READ = { __schema: 3, __type: 1 } as const;
const ALIASED_READ = 3;
const SCHEMA_LISTS_MAX = 2;
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['types', 'fields', 'inputFields', 'interfaces', 'possibleTypes']);

const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } });

/** Checks bounds of a document before it is parsed, and of its operation before it is executed. */
export const guardsPlugin: Plugin = {
  onParse: ({ params, setParseFn }) => {
    const { source } = params;
    if (
      documentNesting(typeof source === 'string' ? source : source.body, DOCUMENT_NESTING_MAX) > DOCUMENT_NESTING_MAX
    ) {
      throw refusal(`The document nests brackets deeper than ${DOCUMENT_NESTING_MAX}`);
    }
    setParseFn((text, options) => parsed(text, { ...options, maxTokens: TOKENS_MAX }));
  },
  onValidate: ({ addValidationRule }) => addValidationRule(documentBounds),
};

/**
 * A syntax error has status 400 only for clients that accept GraphQL's own media type, as its specification requires.
 */
function parsed(...[text, options]: Parameters<typeof parse>): DocumentNode {
  try {
    return parse(text, options);
  } catch (error) {
    if (error instanceof GraphQLError) error.extensions['http'] = { status: 400, spec: true };
    throw error;
  }
}

const documentBounds: ValidationRule = (context) => ({
  Document: (document) => {
    for (const problem of problemsOf(document)) context.reportError(refusal(problem));
  },
});

function problemsOf(document: DocumentNode): string[] {
  const measure = measureBy(document);
  const sizes = document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map(({ selectionSet }) => measure(selectionSet));
  const most = (key: keyof Size): number => Math.max(0, ...sizes.map((size) => size[key]));
  let directives = 0;
  visit(document, { Directive: () => void directives++ });
  const checks = [
    ['is deeper than', most('depth'), DEPTH_MAX, 'levels'],
    ['has more than', most('aliases'), ALIASES_MAX, 'aliases'],
    ['has more than', most('fields'), ROOT_FIELDS_MAX, 'root fields'],
    ['has more than', directives, DIRECTIVES_MAX, 'directives'],
    ['reads the schema more than once, or more than', most('schemaReads'), SCHEMA_READS_MAX, 'of its types by name'],
    ['nests lists of the schema deeper than', most('schemaLists'), SCHEMA_LISTS_MAX, 'levels'],
  ] as const;
  return checks.flatMap(([verb, count, max, unit]) => (count > max ? [`The operation ${verb} ${max} ${unit}`] : []));
}

/** The size of a selection with expanded fragments. `schemaReads` and `schemaLists` only count introspection. */
type Size = {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  readonly lists: number;
  readonly schemaReads: number;
  readonly schemaLists: number;
};

const EMPTY: Size = { depth: 0, aliases: 0, fields: 0, lists: 0, schemaReads: 0, schemaLists: 0 };
const ENDLESS: Size = { ...EMPTY, depth: Number.POSITIVE_INFINITY };

const join = (a: Size, b: Size): Size => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  fields: a.fields + b.fields,
  lists: Math.max(a.lists, b.lists),
  schemaReads: a.schemaReads + b.schemaReads,
  schemaLists: Math.max(a.schemaLists, b.schemaLists),
});

const isSchemaRead = (name: string): name is keyof typeof SCHEMA_READ => Object.hasOwn(SCHEMA_READ, name);

/** Measures each fragment once, however often it is used. */
function measureBy(document: DocumentNode): (set: SelectionSetNode) => Size {
  const isFragment = (definition: { kind: string }): definition is FragmentDefinitionNode =>
    definition.kind === Kind.FRAGMENT_DEFINITION;
  const fragments = new Map(document.definitions.filter(isFragment).map((node) => [node.name.value, node]));
  const measured = new Map<string, Size>();
  const ofSet = (set: SelectionSetNode): Size => set.selections.map(ofSelection).reduce(join, EMPTY);
  const ofSelection = (node: SelectionNode): Size => {
    if (node.kind === Kind.FIELD) return sizeOfField(node, node.selectionSet ? ofSet(node.selectionSet) : EMPTY);
    return node.kind === Kind.INLINE_FRAGMENT ? ofSet(node.selectionSet) : ofFragment(node.name.value);
  };
  const ofFragment = (name: string): Size => {
    const known = measured.get(name);
    if (known) return known;
    // Still set when this fragment is reached while being measured: it contains itself, so it is endless.
    measured.set(name, ENDLESS);
    const fragment = fragments.get(name);
    const size = fragment ? ofSet(fragment.selectionSet) : EMPTY;
    measured.set(name, size);
    return size;
  };
  return ofSet;
}

function sizeOfField(node: FieldNode, inner: Size): Size {
  // The introspection query is deep by nature; graphql-js bounds its recursion itself.
  const name = node.name.value;
  const isIntrospection = name.startsWith('__');
  const read = isSchemaRead(name) ? SCHEMA_READ[name] + ALIASED_READ * inner.aliases : 0;
  return {
    depth: isIntrospection ? 1 : 1 + inner.depth,
    aliases: (node.alias ? 1 : 0) + inner.aliases,
    fields: 1,
    lists: (SCHEMA_LISTS.has(name) ? 1 : 0) + inner.lists,
    schemaReads: read + inner.schemaReads,
    schemaLists: Math.max(isSchemaRead(name) ? inner.lists : 0, inner.schemaLists),
  };
}
