/** How a schema change affects users, as graphql-inspector grades it. */
export type Level = 'BREAKING' | 'DANGEROUS' | 'NON_BREAKING';

/** Differences between two schemas that users notice. */
export type SchemaChange = {
  /** The inspector’s word, such as `FIELD_ADDED`. */
  readonly type: string;
  readonly message: string;
  /** The element, such as `Stack.name`. */
  readonly path: string;
  readonly level: Level;
};

/** Breaking changes without a reason, and reasons without a change; empty if there are no problems. */
export function problemsOf(
  changes: readonly SchemaChange[],
  expected: Readonly<Record<string, string>>,
): readonly string[] {
  const breaks = changes.filter(({ level }) => level === 'BREAKING');
  const paths = new Set(breaks.map(({ path }) => path));
  return [
    ...breaks.filter(({ path }) => !Object.hasOwn(expected, path)).map(({ path, message }) => `${path}: ${message}`),
    ...Object.keys(expected).flatMap((path) => (paths.has(path) ? [] : [`${path}: a reason without such a change`])),
  ];
}

const SECTIONS: readonly (readonly [string, (change: SchemaChange) => boolean])[] = [
  ['Breaking', ({ level }) => level === 'BREAKING'],
  ['Deprecated', ({ type }) => type.includes('DEPRECATION')],
  ['New members and values that clients must tolerate', ({ level }) => level === 'DANGEROUS'],
  ['Added and changed', () => true],
];

/** The changes as Markdown, each in the first section that accepts it. */
export function changesText(
  release: string,
  changes: readonly SchemaChange[],
  expected: Readonly<Record<string, string>>,
): string {
  const left = new Set(changes);
  const sections = SECTIONS.map(([title, matches]) => {
    const matched = [...left].filter(matches);
    for (const change of matched) left.delete(change);
    const lines = matched.map(({ path, message }) => `- ${message}${reasonOf(expected[path])}`);
    return [`## ${title} (${matched.length})`, '', ...(lines.length > 0 ? lines : ['Nothing.']), ''].join('\n');
  });
  const about = `How the GraphQL schema differs from that of ${release}. \`npm run generate\` writes this file.`;
  return [`# Changes of the GraphQL schema since ${release}`, '', about, '', ...sections].join('\n');
}

const reasonOf = (reason: string | undefined): string => (reason === undefined ? '' : `. ${reason}`);
