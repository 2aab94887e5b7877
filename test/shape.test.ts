import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectiveSettings } from '../src/config/config.ts';
import { databaseProblems } from './harness/databaseAccess.ts';
import { EXEMPTIONS } from './harness/databaseExemptions.ts';
import { RETIRED_WORDS } from './harness/vocabulary.ts';
import { NO_WALLS, WALLS } from './harness/walls.ts';

const LINES_MAX = 400;
const COLUMNS_MAX = 120;
const MEDIAN_LINES_MAX = 100;
const PACKAGES_MAX = 700;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(path));
/** Every handwritten file: the product, its tests, scripts, benchmarks and snippets. */
const GENERATED =
  /^(src\/generated|web\/src\/gql|clients\/typescript\/src\/generated|clients\/python\/.*\/_generated)\//;
const written = tracked.filter((path) => /\.(tsx?|css|py)$/.test(path) && !GENERATED.test(path));
const sources = written.filter((path) => /^(web\/)?src\//.test(path));
const texts = new Map<string, string>();
/** A file's text, read once for all tests. */
function read(path: string): string {
  const text = texts.get(path) ?? readFileSync(path, 'utf8');
  texts.set(path, text);
  return text;
}
const linesOf = (path: string): number => read(path).trimEnd().split('\n').length;

it(`no file has over ${LINES_MAX} lines`, () => {
  const folders = ['src', 'web', 'test', 'scripts', 'bench', 'clients'];
  expect([...new Set(written.map((path) => path.split('/')[0]))]).toEqual(expect.arrayContaining(folders));
  expect(written.filter((path) => linesOf(path) > LINES_MAX)).toEqual([]);
});

it(`no comment is wider than ${COLUMNS_MAX} columns, which the formatter does not check`, () => {
  const comment = /^\s*(\/\/|\/?\*)/;
  const lines = written.flatMap((path) =>
    read(path)
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` })),
  );
  expect(lines.filter(({ line }) => line.length > COLUMNS_MAX && comment.test(line)).map(({ place }) => place)).toEqual(
    [],
  );
});

describe('the source code', () => {
  it(`has a median file of at most ${MEDIAN_LINES_MAX} lines`, () => {
    const lengths = sources.map(linesOf).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(MEDIAN_LINES_MAX);
  });

  it('writes to the database only through write(), which audits, and reads within a scope', {
    timeout: 120_000,
  }, () => {
    const own = sources.filter((path) => path.startsWith('src/') && path.endsWith('.ts'));
    const usesByPath = own.flatMap((path) => {
      const accesses = new Set(databaseProblems(read(path)).map(({ access }) => access));
      return accesses.size > 0 ? [[path.slice('src/'.length), [...accesses].sort()]] : [];
    });
    const exempt = Object.entries(EXEMPTIONS).map(([path, { accesses }]) => [path, accesses]);
    expect(Object.fromEntries(usesByPath)).toEqual(Object.fromEntries(exempt));
  });

  it('connects to foreign addresses only in the egress module', () => {
    const client = /^import (?!type).* from '(undici|node:https?)'/m;
    // The command line and the Kubernetes client connect to the operator's own addresses; an upgrade needs Node's
    // response.
    const mayDial = (path: string): boolean =>
      /^src\/(connectors\/egress|connectors\/kubernetes\/clusterHttp\.ts$|cli\/|graphql\/connections\/upgrade\.ts$)/.test(
        path,
      );
    expect(sources.filter((path) => !mayDial(path) && client.test(read(path)))).toEqual([]);
  });

  it('exports no value or type that nothing imports', () => {
    const importing =
      /^(?:import|export) (?:type )?(?:\{([^}]*)\}|\* as \w+) from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
    const used = new Set(
      written.flatMap((path) =>
        [...read(path).matchAll(importing)].flatMap(([, names = '*', from, loaded = from]) => {
          const target = join(dirname(path), loaded ?? '');
          return names.split(',').map((name) => `${target} ${/^\s*(?:type )?([\w*]*)/.exec(name)?.[1]}`);
        }),
      ),
    );
    const unused = sources.flatMap((path) =>
      [...read(path).matchAll(/^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm)]
        .map(([, name]) => `${path} ${name}`)
        // No import names these: the code generator reads GraphQL documents, and threads load worker modules by path.
        .filter((one) => !used.has(one) && !used.has(`${path} *`) && !/\boperations\b|[wW]orker\.ts$/.test(path)),
    );
    expect(unused).toEqual([]);
  });

  it('gives each exported name one meaning', () => {
    /** Names that several files export, with their common meaning. */
    const SHARED: Readonly<Record<string, string>> = {
      Actor: 'who calls a verb, and who did something in GraphQL',
      CredentialProblem: 'the verb’s answer, and its type in GraphQL',
      CredentialStatus: 'the verb’s answer, and its type in GraphQL',
      credentialProblems: 'the verb, and the command that asks it',
      list: 'a command that lists, and a thread that does',
      listAt: 'read a list out of JSON, in folders that may not import each other',
      read: 'what a thread runs, and the command that reads a token',
      readMessage: 'read a message of MCP: an upstream’s, and a client’s',
      removeCredential: 'the verb, and the command that asks it',
      removeServer: 'the verb, and the command that takes a server out of a stack',
      resolved: 'follow a reference of OpenAPI, in folders that may not import each other',
      setCredentials: 'the verb, and the command that asks it',
      testConnection: 'the verb, and the command that asks it',
      textAt: 'read a text out of JSON, in folders that may not import each other',
      textOf: 'the text of bytes, and of a value in a template',
      write: 'what a verb writes with, and what a thread runs',
    };
    const places = new Map<string, Set<string>>();
    for (const path of sources.filter((each) => each.startsWith('src/')))
      for (const [, name = ''] of read(path).matchAll(/^export (?:async )?(?:function\*?|const|type|class) (\w+)/gm))
        places.set(name, (places.get(name) ?? new Set()).add(path));
    const shared = [...places].filter(([, paths]) => paths.size > 1).map(([name]) => name);
    expect(shared.sort()).toEqual(Object.keys(SHARED).sort());
  });

  it('has no type assertion outside a commented helper, no non-null and no any', () => {
    const assertion = /\bas (?!const\b)[A-Z{]|\bas (unknown|any)\b|: any\b/;
    const bare = sources.flatMap((path) => {
      const lines = read(path).split('\n');
      return lines.flatMap((line, index) => {
        const code = line
          .replaceAll(/'[^']*'|"[^"]*"|“[^”]*”|`[^`]*`/g, "''")
          .replaceAll(/ as (Upper|Lower)case</g, '');
        const isImport = /^\s*(import|export)\b|^\s*(type )?\w+ as \w+,?$|^} from/.test(line);
        const isComment = /^\s*(\/\/|\/?\*)/.test(line);
        const isHelper = lines.slice(Math.max(0, index - 4), index + 1).some((near) => /\*\/|\/\//.test(near));
        return assertion.test(code) && !isImport && !isComment && !isHelper ? [`${path}:${index + 1}`] : [];
      });
    });
    expect(bare).toEqual([]);
  });
});

describe('docstrings', () => {
  /** Folders in which an export that throws documents its errors. Others need a docstring only to add to their name. */
  const DOCUMENTED = /^src\/(core|connectors|formats|store)\//;

  it('exist on every export that throws, in the documented folders', () => {
    const declared = /^export (?:async )?(?:function\*?|const|type|class) (\w+)/;
    const bare = sources
      .filter((path) => DOCUMENTED.test(path))
      .flatMap((path) => {
        const lines = read(path).split('\n');
        return lines.flatMap((line, index) => {
          const name = declared.exec(line)?.[1];
          if (name === undefined || lines[index - 1]?.endsWith('*/')) return [];
          const end = lines.findIndex((each, at) => at >= index && /^\S.*;$|^}[;)\]]*$/.test(each));
          const isThrowing = lines.slice(index, end + 1).some((each) => /\bthrow\b/.test(each));
          return isThrowing ? [`${path}:${index + 1} ${name}`] : [];
        });
      });
    expect(bare).toEqual([]);
  });

  const testsNamedIn = (path: string): readonly string[] => read(path).match(/\btest\/[\w./-]+\.test\.ts\b/g) ?? [];

  it('name the test of each security check', () => {
    const walls = sources.filter((path) => WALLS.test(path));
    expect(walls.filter((path) => testsNamedIn(path).length === 0)).toEqual(NO_WALLS.map((path) => `src/${path}`));
  });

  it('name only existing tests', () => {
    expect(sources.filter((path) => testsNamedIn(path).some((test) => !existsSync(test)))).toEqual([]);
  });
});

it(`npm ci installs at most ${PACKAGES_MAX} packages, whose size \`npm run test:package\` measures`, () => {
  const lock: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(read('package-lock.json'));
  const packages = Object.keys(lock.packages).filter((path) => path !== '');
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.length).toBeLessThanOrEqual(PACKAGES_MAX);
});

describe('the vocabulary', () => {
  // The last column of the vocabulary table may use retired words, because it has the words of other projects.
  const withoutWordsOfOthers = (line: string): string => line.replace(/^(\| .* \| .* \| `.*` \|).*\|$/, '$1');
  // Omits generated files, whose texts are also in the source.
  const worded = tracked
    .filter((path) => /\.(tsx?|css|md|prisma|ya?ml|sh|service|example)$|bench\/.*\.json$/.test(path))
    .filter((path) => !/^(src\/generated|web\/src\/gql|test\/harness\/vocabulary\.ts|openapi)/.test(path));
  const lines = worded.flatMap((path) =>
    read(path)
      .split('\n')
      .map((line, index) => ({ line: withoutWordsOfOthers(line), place: `${path}:${index + 1}` })),
  );

  it.each(RETIRED_WORDS)('has only $say for its concept', ({ word, say }) => {
    expect(lines.filter(({ line }) => word.test(line)).map(({ place }) => place)).toEqual([]);
    expect(read('src/README.md')).toContain(`\n| ${say} | `);
  });

  it('is checked in all lines', () => {
    process.stdout.write(`${lines.length} lines of ${worded.length} files, ${RETIRED_WORDS.length} words\n`);
    expect(lines.length).toBeGreaterThan(100_000);
  });
});

describe('documents about the source', () => {
  it.each(['README.md', 'src/README.md'])('name only existing paths in %s', (document) => {
    const named = [...read(document).matchAll(/`((?:src|test|docs|catalogue|prisma|scripts|bench)\/[\w./-]+)`/g)];
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it('src/README.md shows the current tree: the folders of src, core and connectors', () => {
    const [, tree = ''] = read('src/README.md').split('```\n');
    const lines = tree.split('\n').filter((line) => /^ *\w/.test(line));
    const shown = lines.flatMap((line, index) => {
      const parent = lines.slice(0, index).findLast((before) => !before.startsWith(' ')) ?? '';
      const name = line.trim().split(' ')[0] ?? '';
      return line.startsWith('  ') ? [`${parent.split(' ')[0]}${name}`] : [name];
    });
    const entries = tracked
      .filter((path) => path.startsWith('src/') && path !== 'src/README.md')
      .map((path) => path.split('/').slice(1))
      .flatMap(([first = '', second, third]) => [
        second === undefined ? first : `${first}/`,
        ...(third !== undefined && ['core', 'connectors'].includes(first) ? [`${first}/${second}/`] : []),
      ]);
    // Created by `npm run generate`, so git does not track it.
    expect(shown.sort()).toEqual([...new Set([...entries, 'generated/'])].sort());
  });

  it('src/README.md gives the place of every term', () => {
    const rows = [...read('src/README.md').matchAll(/^\| [^|]+ \| [^|]+ \| `([\w./]+)` \|[^|]*\|$/gm)].map(
      ([, path = '']) => path,
    );
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter((path) => !existsSync(join('src', path)) && !existsSync(path))).toEqual([]);
  });

  it('.env.example lists every variable that the configuration reads', () => {
    const names = effectiveSettings({}).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !new RegExp(`^${name}=`, 'm').test(read('.env.example')))).toEqual([]);
  });
});
