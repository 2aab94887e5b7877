import { STACK_ID } from './examples.ts';

export const ENDPOINT_ID = 'endpoint_0199f3c2-8b2f-7d54-8c71-3a1d6b5e9f22';
export const TOKEN_ID = 'token_0199f3c2-8b30-7e65-9d82-4b2e7c6fa033';
export const KEY_ID = 'key_0199f3c2-9c41-7f76-8e93-5c3f8d70b144';
const CLIENT_ID = 'client_4f2c9d0e-6a1b-4c3d-8e5f-7a9b0c1d2e3f';

const LIFE = {
  created_at: '2026-01-15T10:30:00.000Z',
  expires_at: '2026-02-14T10:30:00.000Z',
  revoked_at: null,
  last_used_at: null,
};

const UNHELD = { tools: [], networks: [], calls_max: null, calls: 0 };

export const ENDPOINT = {
  endpoint_id: ENDPOINT_ID,
  client_id: CLIENT_ID,
  stack_id: STACK_ID,
  name: 'Claude Code',
  mode: 'full',
  url: `https://toolyard.example.com/s/${CLIENT_ID}`,
  created_at: LIFE.created_at,
};

export const TOKEN = {
  token_id: TOKEN_ID,
  endpoint_id: ENDPOINT_ID,
  name: 'Claude Code',
  end_user: null,
  ...UNHELD,
  granted_by: null,
  ...LIFE,
};

export const NEW_TOKEN = { ...TOKEN, token: 'eyJhbGciOiJFZERTQSIs…' };

export const NEW_ENDPOINT = { ...ENDPOINT, first_token: NEW_TOKEN };

export const API_KEY = {
  api_key_id: KEY_ID,
  name: 'CI',
  display: 'ty_4kRt9Zq',
  role: 'developer',
  stack_roles: [{ stack_id: STACK_ID, role: 'admin' }],
  scopes: [],
  ...UNHELD,
  ...LIFE,
  expires_at: null,
};

export const NEW_API_KEY = { ...API_KEY, key: 'ty_4kRt9Zq…' };
