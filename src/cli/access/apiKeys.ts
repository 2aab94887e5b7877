import { type Api, allNodes, payloadOf } from '../api.ts';
import { CreateApiKeyDocument, ListApiKeysDocument, RevokeApiKeyDocument } from '../operations/keys.ts';
import type { KeyRow, Keys } from './keys.ts';

type Dates = 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt';
type WireKey = Omit<KeyRow, Dates> & {
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};

export const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

const toRow = (key: WireKey): KeyRow => ({
  ...key,
  createdAt: new Date(key.createdAt),
  expiresAt: toDate(key.expiresAt),
  revokedAt: toDate(key.revokedAt),
  lastUsedAt: toDate(key.lastUsedAt),
});

/** The keys of the API key's account. */
export const apiKeys = (api: Api): Keys => ({
  async create({ name, scopes, expiresAt }) {
    const input = { name, scopes: [...scopes], expiresAt: expiresAt?.toISOString() ?? null };
    const { createApiKey } = await api(CreateApiKeyDocument, { input });
    const { apiKey, key } = payloadOf(createApiKey);
    return { row: toRow(apiKey), key };
  },
  async list() {
    const keys = await allNodes(async (after) => (await api(ListApiKeysDocument, { after })).apiKeys);
    return keys.map(toRow);
  },
  async revoke(id) {
    const { revokeApiKey } = await api(RevokeApiKeyDocument, { input: { apiKeyId: id } });
    return toRow(payloadOf(revokeApiKey).apiKey);
  },
});
