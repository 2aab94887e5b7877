import { type Attack, type Attacker, attack, flood } from '../attack.ts';
import type { Answer } from '../client.ts';

const MIB = 1_048_576;
const WIDTH = 16;
const READ =
  'mutation ($id: ID!) { previewOperations(input: { openApi: { upload: $id } }) { ... on PreviewOperationsPayload { totalCount } } }';

/** A document slightly longer than four parts, which the service reads in the queue for long documents. */
function longDocument(): Buffer {
  const paths = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`/p${at}`, { get: { summary: 'Gets' } }]));
  const document = {
    openapi: '3.1.0',
    info: { title: 'Long', version: '1' },
    servers: [{ url: 'https://a.test' }],
    paths,
  };
  return Buffer.from(JSON.stringify({ ...document, 'x-padding': 'x'.repeat(4 * MIB) }));
}

async function upload({ client, note }: Attacker, document: Buffer): Promise<Answer> {
  const begun = note(await client.send('POST', `/graphql/uploads?bytes=${document.length}`));
  if (begun.status !== 201) return begun;
  const { id } = JSON.parse(begun.text);
  for (let at = 0; at < document.length; at += MIB) {
    const sent = await client.send('PUT', `/graphql/uploads/${id}/${at}`, document.subarray(at, at + MIB));
    if (sent.status !== 200) return sent;
    note(sent);
  }
  return client.send('POST', '/graphql', { query: READ, variables: { id } });
}

/** Documents of the maximum length, uploaded by one account. */
export const UPLOAD_ATTACKS: readonly Attack[] = [
  attack({
    name: 'uploads',
    description: 'documents brought in parts of a mebibyte, 16 at a time: given up after the first, or read as a whole',
    isShort: true,
    prepare: async () => longDocument(),
    run: (attacker, document, until) =>
      flood(attacker, { width: WIDTH, until }, async (at) => {
        if (at % 4 === 0) return upload(attacker, document);
        const begun = await attacker.client.send('POST', `/graphql/uploads?bytes=${32 * MIB}`);
        if (begun.status !== 201) return begun;
        attacker.note(begun);
        const { id } = JSON.parse(begun.text);
        return attacker.client.send('PUT', `/graphql/uploads/${id}/0`, document.subarray(0, MIB));
      }),
  }),
];
