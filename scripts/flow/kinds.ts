import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A function that ran; `from` and `until` are its character offsets. */
export type Ran = { readonly file: string; readonly name: string; readonly from: number; readonly until: number };

type Kind = { readonly kind: string; readonly why: string; readonly of: readonly string[] };

/** Why a warm call runs a function. The first kind that names the function, its file or its folder counts. */
const KINDS: readonly Kind[] = [
  {
    kind: 'callbacks',
    why: 'Node, V8 and undici call them',
    of: [
      ...['onRequestStart', 'onResponseStart', 'onResponseData', 'onResponseEnd'].map(
        (name) => `connectors/egress/exchange.ts ${name}`,
      ),
      'connectors/egress/exchange.ts <instance_members_initializer>',
      'connectors/egress/bodyPieces.ts <instance_members_initializer>',
      'core/lib/eventLoopScheduler.ts beginTurn',
      'wire/gate.ts ended',
    ],
  },
  {
    kind: 'authentication',
    why: 'token, right, stack and end user, cached while changes arrive',
    of: [
      ...[
        'core/endpoints/',
        'core/kernel/checkedCache.ts',
        'core/kernel/scope.ts',
        'core/snapshots/',
        'core/kernel/actor.ts',
      ],
      ...[
        'store/heartbeat.ts',
        'store/readThroughCache.ts',
        'compose.ts',
        'core/decisions/',
        'core/calls/call.ts permitOf',
      ],
      ...['bearerOf', 'agentOf', 'endUserOf'].map((name) => `wire/gate.ts ${name}`),
    ],
  },
  {
    kind: 'limits',
    why: 'requests per minute, concurrent calls, bytes, CPU, waiting time, circuit breaker',
    of: [
      ...[
        'core/limits/',
        'core/kernel/bounds.ts',
        'store/limiter.ts',
        'core/lib/eventLoopScheduler.ts',
        'core/lib/roundRobinQueue.ts',
        'core/lib/swapRemoveSet.ts',
        'connectors/breaker.ts',
      ],
      ...[
        'connectors/egress/bodyPieces.ts',
        'connectors/egress/watchedAgent.ts',
        'core/calls/callUpstream.ts withDeadline',
      ],
      ...['admit', 'limitHeaders', 'connectionEnd', 'whenAnswered'].map((name) => `wire/gate.ts ${name}`),
    ],
  },
  {
    kind: 'parsing',
    why: 'the request, its JSON, the input against its schema',
    of: [
      ...['core/lib/json.ts', 'core/lib/jsonSize.ts', 'core/schemas/', 'core/files/references.ts', 'wire/gate.ts'],
      ...['rest/toolCalls.ts requestedCall', 'rest/request.ts', 'rest/jobs.ts'],
      ...['isPlain', 'matchRoute', 'parseRequest', 'callerAddress'].map((name) => `wire/direct.ts ${name}`),
    ],
  },
  {
    kind: 'observability',
    why: 'metrics, log line, record and diagnostics',
    of: ['core/callRecords/meter.ts', 'core/calls/diagnostics.ts', 'core/calls/recordOutcome.ts'],
  },
  {
    kind: 'secrets',
    why: 'credentials are chosen, opened for this call alone, placed, and taken out of the answer',
    of: [
      ...['core/kernel/vault/', 'core/lib/sha256.ts', 'connectors/http/'],
      ...['scrub', 'findSecrets', 'denseText', 'escapes'].map((name) => `core/results/${name}.ts`),
      ...['openCredentials', 'storedCredentials', 'usedSecrets', 'missingFields', 'clientSignIn'].map(
        (name) => `core/calls/${name}.ts`,
      ),
    ],
  },
  {
    kind: 'the call',
    why: 'from the tool’s name to its result, in the order of `core/calls/call.ts`',
    of: [
      'core/answers/',
      'core/calls/',
      'core/files/',
      'core/results/',
      'wire/direct.ts',
      'wire/toolCall.ts',
      'rest/toolCalls.ts',
    ],
  },
  {
    kind: 'the upstream',
    why: 'session, request, egress, response',
    of: ['connectors/'],
  },
];

const nameOf = ({ file, name }: Ran): string => `${file} ${name}`;
const kindOf = (ran: Ran): Kind | undefined => KINDS.find(({ of }) => of.some((each) => nameOf(ran).startsWith(each)));

/** A table of the functions by kind, for `src/README.md`. */
export function kindsTable(ran: readonly Ran[]): string {
  const unknown = ran.filter((each) => !kindOf(each));
  if (unknown.length > 0) console.error(`why these run is not said: ${unknown.map(nameOf).join(', ')}`);
  const rows = KINDS.flatMap((kind) => {
    const own = ran.filter((each) => kindOf(each) === kind);
    if (own.length === 0) return [];
    const files = [...new Set(own.map(({ file }) => file))].map((file) => {
      const names = own.filter((each) => each.file === file).map(({ name }) => `\`${name.replace('get ', '')}\``);
      return `${file.replace(/\.ts$/, '')}: ${names.join(' ')}`;
    });
    return `| ${kind.kind}: ${kind.why} | ${own.length} | ${files.join('; ')} |`;
  });
  return ['| purpose | functions | names by file |', '|---|---|---|', ...rows].join('\n');
}

/** Lists the files, and each function with its lines and the number of times the source names it. */
export function listOf(ran: readonly Ran[], src: string): string {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.startsWith('generated'));
  const textOf = new Map(sources.map((path) => [path, readFileSync(join(src, path), 'utf8')]));
  const words = new Map<string, number>();
  for (const text of textOf.values())
    for (const [word] of text.replaceAll(/^import[^;]*;/gm, '').matchAll(/\w+/g))
      words.set(word, (words.get(word) ?? 0) + 1);
  return [...new Set(ran.map(({ file }) => file))]
    .sort()
    .map((file) => {
      const text = textOf.get(file) ?? '';
      const own = ran
        .filter((each) => each.file === file)
        .map(({ name, from, until }) => {
          const uses = (words.get(name.replace(/^(#|get )/, '')) ?? 1) - 1;
          return `${name} ${text.slice(from, until).split('\n').length}/${uses}`;
        });
      return `  ${file} (${text.split('\n').length}): ${own.join(', ')}`;
    })
    .join('\n');
}
