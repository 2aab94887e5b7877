import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { exportServer } from '../../src/core/marketplace/exportServer.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import type { ServerSourceInput } from '../../src/generated/gql/graphql.ts';
import { isWhole } from '../harness/wholeTables.ts';
import { payloadOf } from './ask.ts';
import { checksums } from './checksums.ts';
import { serverDocument } from './documents.ts';
import { openPreview } from './preview.ts';
import { OPENAPI, registryEntry } from './sources.ts';

const { at, world, previewOf, importOf, serverOf, close } = await openPreview();
afterAll(close);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const PETS = { name: 'Pet Shop', toolCount: 2 };
const ECHO = { toolCount: 7 };
type Case = { readonly label: string; readonly source: () => ServerSourceInput; readonly expected: object };

const SOURCES: readonly Case[] = [
  { label: 'our own document', source: () => ({ document: serverDocument('own') }), expected: { toolCount: 1 } },
  { label: 'OpenAPI as JSON text', source: () => ({ openApi: { text: JSON.stringify(OPENAPI) } }), expected: PETS },
  { label: 'OpenAPI as YAML text', source: () => ({ openApi: { text: stringify(OPENAPI) } }), expected: PETS },
  { label: 'OpenAPI at an address', source: () => ({ openApi: { url: `${at.origin}/api.json` } }), expected: PETS },
  {
    label: 'OpenAPI as YAML at an address',
    source: () => ({ openApi: { url: `${at.origin}/api.yaml` } }),
    expected: PETS,
  },
  { label: 'an MCP server', source: () => ({ mcp: { url: at.upstream.url } }), expected: ECHO },
  {
    label: 'a registry entry',
    source: () => ({ registry: { text: JSON.stringify(registryEntry(at.upstream.url)) } }),
    expected: { ...ECHO, name: 'echo' },
  },
  {
    label: 'a registry entry at an address',
    source: () => ({ registry: { url: `${at.origin}/server.json` } }),
    expected: ECHO,
  },
];

const LARGE: readonly Case[] = [
  { label: 'a large OpenAPI document', source: () => ({ openApi: { url: `${at.origin}/big.json` } }), expected: PETS },
  { label: 'one of 30 MiB', source: () => ({ openApi: { url: `${at.origin}/long.json` } }), expected: PETS },
];

describe.each([...SOURCES, ...(isWhole ? LARGE : [])])('$label', ({ source, expected }) => {
  it('is previewed without side effects, and saved as previewed', async () => {
    const id = `s-${sha256(JSON.stringify(source())).slice(0, 12)}`;
    const before = await checksums(world);
    const preview = await serverOf({ source: source(), id });
    expect(await checksums(world)).toEqual(before);
    expect(preview).toMatchObject({ id, ...expected, refused: [], replaces: null, hides: null, isChanged: true });
    expect(preview.tools).toHaveLength(preview.toolCount);
    const text = JSON.stringify(preview.document);
    expect(preview.digest).toBe(sha256(text));
    const saved = payloadOf(await importOf({ document: preview.document }), 'ImportServerPayload');
    expect(saved).toMatchObject({ server: { id, isPrivate: true }, isChanged: true, toolCount: preview.toolCount });
    expect(sha256(JSON.stringify(await exportServer(world.account.ctx, toServerId(id))))).toBe(preview.digest);
    expect(await serverOf({ source: source(), id })).toMatchObject({ replaces: { id }, isChanged: false });
  });

  it('is saved from its source if it matches the preview', async () => {
    const id = `d-${sha256(JSON.stringify(source())).slice(0, 12)}`;
    const { digest } = await serverOf({ source: source(), id });
    const stale = await importOf({ source: source(), id, digest: '0'.repeat(64) });
    expect(stale).toMatchObject({ code: 'INVALID_INPUT', issues: [{ path: '/digest' }] });
    const saved = payloadOf(await importOf({ source: source(), id, digest }), 'ImportServerPayload');
    expect(saved).toMatchObject({ server: { id }, isChanged: true });
  });
});

describe('a preview', () => {
  it('shows tools by the names that agents would use', async () => {
    const { tools } = await serverOf({ source: { mcp: { url: at.upstream.url } }, id: 'far', name: 'Far away' });
    expect(tools.find(({ name }) => name === 'echo')).toEqual({
      id: 'far_echo',
      name: 'echo',
      title: 'Echo',
      description: 'Says it again',
      inputSchema: expect.objectContaining({ type: 'object' }),
      annotations: { readOnlyHint: true },
    });
  });

  it('sends headers without storing them, and turns them into credentials', async () => {
    const headers = [{ name: 'Authorization', value: `Bearer ${at.key}` }];
    const preview = await serverOf({ source: { mcp: { url: at.locked.url, headers } }, id: 'locked' });
    expect(preview).toMatchObject({
      toolCount: 7,
      credentialFields: [{ id: 'authorization', isRequired: true, isSecret: true }],
    });
    expect(preview.document).toMatchObject({
      credentials: [{ placement: { in: 'header', name: 'Authorization', template: 'Bearer {authorization}' } }],
    });
    expect(JSON.stringify(preview)).not.toContain(at.key);
  });

  it('sends credentials that a registry entry requires', async () => {
    const entry = registryEntry(at.locked.url, [{ name: 'Authorization', isRequired: true, isSecret: true }]);
    const source = { registry: { text: JSON.stringify(entry) } };
    const refused = await previewOf({ source, id: 'keyed' });
    if (refused.__typename !== 'InvalidInputError') throw new Error('it was not refused');
    const fieldId = /^\/credentials\/(\w+)$/.exec(refused.issues[0]?.path ?? '')?.[1] ?? '';
    const credentials = { [fieldId]: `Bearer ${at.key}` };
    expect(await serverOf({ source, id: 'keyed', credentials })).toMatchObject({ toolCount: 7 });
  });

  it('reports a sign-in that a server requires before it lists its tools', async () => {
    const preview = await serverOf({ source: { mcp: { url: at.signedIn.url } }, id: 'signed' });
    expect(preview).toMatchObject({ needsSignIn: true, toolCount: 0, credentialFields: [{ canConnect: true }] });
  });

  it('shows what it would replace and hide', async () => {
    await saveServer(world.operator, serverDocument('twice'));
    const source = { document: serverDocument('twice') };
    expect(await serverOf({ source })).toMatchObject({ replaces: null, hides: { id: 'twice', isPrivate: false } });
    await saveServer(world.account.ctx, { ...serverDocument('twice'), name: 'Before' });
    expect(await serverOf({ source })).toMatchObject({
      replaces: { name: 'Before', isPrivate: true },
      isChanged: true,
    });
  });
});

describe('an import from a source without an id', () => {
  it('updates its own server, and no other', async () => {
    const source = { openApi: { text: JSON.stringify({ ...OPENAPI, info: { title: 'Free Name', version: '1' } }) } };
    expect(await importOf({ source })).toMatchObject({ server: { id: 'free-name' }, isChanged: true });
    expect(await importOf({ source, name: 'Renamed' })).toMatchObject({ isChanged: true });
    const elsewhere = { openApi: { ...source.openApi, baseUrl: 'https://elsewhere.example.com' } };
    const alreadyExists = { __typename: 'AlreadyExistsError', code: 'ALREADY_EXISTS' };
    expect(await importOf({ source: elsewhere })).toMatchObject(alreadyExists);
    expect(await importOf({ source: elsewhere, id: 'free-name' })).toMatchObject({ isChanged: true });
    await saveServer(world.operator, serverDocument('market'));
    expect(await importOf({ source: { document: serverDocument('market') } })).toMatchObject(alreadyExists);
  });
});
