import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../harness/listen.ts';

export type Mode =
  | 'well'
  | 'down'
  | 'silent'
  | 'garbage'
  | 'too few'
  | 'not numbers'
  | 'echo'
  | 'wider'
  | 'elsewhere'
  | 'endless';

const DIMENSIONS = 256;
/** Words with the same meaning for this model. */
const MEANINGS: Readonly<Record<string, string>> = { puppy: 'dog', hound: 'dog', dwelling: 'house', home: 'house' };

/** Each word's meaning is one dimension, so that texts with the same meanings are close. */
function embed(input: string, dimensions: number): readonly number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of input.toLowerCase().match(/[a-z]+/g) ?? []) {
    const meaning = createHash('sha256')
      .update(MEANINGS[word] ?? word)
      .digest();
    const at = meaning.readUInt16BE() % dimensions;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

/** An answer without an end. */
function* blanks(): Generator<string> {
  for (;;) yield ' '.repeat(65_536);
}

/** Answers without a readable body. */
const UNREADABLE: Readonly<Partial<Record<Mode, (response: ServerResponse) => void>>> = {
  silent: () => undefined,
  elsewhere: (response) => void response.writeHead(307, { location: '/v1/embeddings?moved' }).end(),
  endless: (response) => void Readable.from(blanks()).pipe(response),
};

/**
 * An OpenAI-compatible server of embeddings on this machine. It rejects texts that contain `poison`. `texts` lists
 * the embedded ones; `requests` counts all requests.
 */
export async function startEmbeddings(key: string) {
  const state = { mode: 'well' as Mode, requests: 0, texts: [] as string[] };
  const answers: Readonly<Record<Mode, (input: readonly string[]) => object | string | null>> = {
    well: (input) => ({ data: input.map((each, index) => ({ index, embedding: embed(each, DIMENSIONS) })) }),
    wider: (input) => ({ data: input.map((each, index) => ({ index, embedding: embed(each, 2 * DIMENSIONS) })) }),
    'too few': () => ({ data: [] }),
    'not numbers': (input) => ({ data: input.map((_each, index) => ({ index, embedding: ['a', null] })) }),
    garbage: () => '<html>',
    down: () => null,
    echo: () => null,
    silent: () => '',
    elsewhere: () => '',
    endless: () => '',
  };
  const server = createServer(async (request, response) => {
    state.requests += 1;
    const { model, input } = JSON.parse(await text(request)) as { model: string; input: string[] };
    const isRight =
      request.url === '/v1/embeddings' && request.headers.authorization === `Bearer ${key}` && model === 'standin';
    const answer = answers[state.mode](input);
    if (state.mode in UNREADABLE) return UNREADABLE[state.mode]?.(response);
    if (!isRight) return response.writeHead(401).end();
    if (answer === null) return response.writeHead(500).end(state.mode === 'echo' ? `no ${key} ${input}` : '');
    if (input.some((each) => each.includes('poison'))) return response.writeHead(400).end();
    state.texts.push(...input);
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  const port = await listenOnLoopback(server);
  return {
    state,
    url: `http://:${encodeURIComponent(key)}@127.0.0.1:${port}/v1?model=standin`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
