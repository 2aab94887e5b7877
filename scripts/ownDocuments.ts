import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';

/** The modules that export our clients' documents. */
async function modulesOf(): Promise<readonly object[]> {
  const commands = (await readdir('src/cli/operations')).map((name) => `../src/cli/operations/${name}`);
  return Promise.all([...commands, '../web/src/gql/graphql.ts'].map(async (path): Promise<object> => import(path)));
}

const isOperation = (text: string): boolean => /^\s*(query|mutation|subscription)\b/.test(text);

/** Digests of the documents that the dashboard and the `toolyard` command send, as TypeScript. */
export async function makeOwnDocuments(): Promise<string> {
  const values = (await modulesOf()).flatMap((module) => Object.values(module));
  const texts = values.filter((value) => value instanceof String).map(String);
  const digests = texts.filter(isOperation).map((text) => createHash('sha256').update(text).digest('hex'));
  const lines = [...new Set(digests)].toSorted().map((digest) => `  '${digest}',`);
  return [
    '/** SHA-256 of every document that the dashboard and the command line send. */',
    'export const OWN_DOCUMENTS: readonly string[] = [',
    ...lines,
    '];',
    '',
  ].join('\n');
}
