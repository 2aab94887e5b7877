import { describe, expect, it } from 'vitest';
import { importOpenApi } from '../../../src/connectors/openapi/readTools.ts';
import { isRecord } from '../../../src/core/lib/json.ts';

type Operation = { readonly path: string; readonly method?: 'get' | 'post'; readonly operation: object };
type Hints = { readonly isReadOnly: boolean; readonly isDestructive: boolean };

/** The hints of imported tools for a document's operations. */
function hintsOf(operations: readonly Operation[]): readonly Hints[] {
  const paths = Object.fromEntries(
    operations.map(({ path, method = 'get', operation }, at) => [`/${at}${path}`, { [method]: operation }]),
  );
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://x.example' }],
    paths,
  });
  const { tools } = importOpenApi(text, { id: 'x' }).document;
  expect(tools).toHaveLength(operations.length);
  return operations.map((_, at) => {
    const own = tools.find(({ request }) => request?.kind === 'operation' && request.path.startsWith(`/${at}/`));
    const { readOnlyHint, destructiveHint } = isRecord(own?.annotations) ? own.annotations : {};
    return { isReadOnly: readOnlyHint === true, isDestructive: destructiveHint === true };
  });
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
function third(verb: string): string {
  if (/[^aeo]y$/.test(verb)) return verb.replace(/y$/, 'ies');
  return verb + (/(?:s|x|ch|sh)$/.test(verb) ? 'es' : 's');
}

const ENDING =
  'delete remove revoke uninstall cancel stop ban reboot restart purge terminate kill deactivate reset'.split(' ');
const CHANGING = 'create send start add enable approve reject invite register publish resend upload activate'.split(
  ' ',
);
/** Ways in which a GET declares that it changes something. */
const NOTATIONS: readonly ((verb: string) => Operation)[] = [
  (verb) => ({ path: '/items/x', operation: { operationId: `${verb}Item` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `${verb}_item` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `${verb}-item` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `${capital(verb)}Item` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `items.${verb}` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `items_${verb}` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `Items_${capital(verb)}` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: `admin.items.${verb}All` } }),
  (verb) => ({ path: `/items/${verb}`, operation: {} }),
  (verb) => ({ path: `/items/${verb}`, operation: { operationId: `getItems${capital(verb)}` } }),
  (verb) => ({ path: `/items/{id}/${verb}`, operation: {} }),
  (verb) => ({ path: `/items/${verb}/{id}`, operation: {} }),
  (verb) => ({ path: `/items.${verb}`, operation: {} }),
  (verb) => ({ path: `/items:${verb}`, operation: {} }),
  (verb) => ({ path: `/${verb}Item`, operation: {} }),
  (verb) => ({ path: `/${verb}_item.json`, operation: {} }),
  (verb) => ({ path: `/#Action=${capital(verb)}Item`, operation: { operationId: `GET_${capital(verb)}Item` } }),
  (verb) => ({ path: '/items/x', operation: { summary: `${capital(verb)} an item` } }),
  (verb) => ({ path: '/items/x', operation: { summary: `${capital(third(verb))} the item.` } }),
  (verb) => ({ path: '/items/x', operation: { operationId: 'op17', description: `${capital(verb)} your item` } }),
  (verb) => ({ path: '/items/x', operation: { description: `This endpoint ${third(verb)} items.` } }),
  (verb) => ({ path: '/items/x', operation: { description: `Use this method to ${verb} an item.` } }),
  (verb) => ({ path: '/items/x', operation: { description: `Allows you to ${verb} items` } }),
  (verb) => ({ path: '/items/x', operation: { summary: `**${capital(verb)}** all items` } }),
];

describe('a GET whose name suggests a change', () => {
  it.each([...ENDING, ...CHANGING])('%s is not read-only in any notation', (verb) => {
    const operations = NOTATIONS.map((notation) => notation(verb));
    const expected = { isReadOnly: false, isDestructive: ENDING.includes(verb) };
    const effects = hintsOf(operations).map((hints, at) => ({ ...operations[at], ...hints }));
    expect(effects).toEqual(operations.map((operation) => ({ ...operation, ...expected })));
  });

  it.each([
    [
      'apps.uninstall',
      {
        path: '/apps.uninstall',
        operation: { operationId: 'apps_uninstall', description: 'Uninstalls your app from a workspace.' },
      },
    ],
    [
      'auth.revoke',
      { path: '/auth.revoke', operation: { operationId: 'auth_revoke', description: 'Revokes a token.' } },
    ],
    ['screenshot/delete', { path: '/screenshot/delete', operation: { operationId: 'DeleteScreenshot' } }],
    ['a second verb', { path: '/queue/next', operation: { summary: 'Returns the next message and deletes it' } }],
  ])('%s may be destructive', (_name, operation) => {
    expect(hintsOf([operation])).toEqual([{ isReadOnly: false, isDestructive: true }]);
  });
});

describe('a GET whose name only mentions such words', () => {
  const NAMES: readonly Operation[] = [
    ...[
      'deleted_items',
      'deletedItems',
      'removals',
      'updates',
      'starts',
      'cancellations',
      'created',
      'bans',
      'resets',
    ].flatMap((name) => [
      { path: `/${name}/x`, operation: {} },
      { path: `/x/${name}`, operation: {} },
      { path: `/x/${name}`, operation: { summary: `List ${name}` } },
      { path: '/x/y', operation: { operationId: `list_${name}` } },
    ]),
    { path: '/merge_requests/x', operation: { summary: 'List merge requests' } },
    { path: '/orders/{id}', operation: { operationId: 'getOrder' } },
    {
      path: '/archive/{archive}',
      operation: { operationId: 'repoGetArchive', summary: 'Get an archive of a repository' },
    },
    { path: '/triggers/{name}', operation: { operationId: 'GetTriggerByName' } },
    {
      path: '/stop/{stop_id}',
      operation: { operationId: 'GetDisruptionsByStop', summary: 'View all disruptions for a stop' },
    },
    {
      path: '/reset_password/{token}',
      operation: { operationId: 'validateResetPasswordToken', summary: 'Validate information' },
    },
    {
      path: '/rule-sets/x',
      operation: { operationId: 'Namespaces_GetNetworkRuleSet', description: 'Gets NetworkRuleSet.' },
    },
    { path: '/mibs/x', operation: { summary: 'set of MIBs, simulations and scenarios' } },
    { path: '/orders/x', operation: { summary: 'Order details' } },
    { path: '/users/x', operation: { description: 'Get a list of users. Use POST to create one.' } },
  ];

  it(`stays read-only (${NAMES.length} names)`, () => {
    const effects = hintsOf(NAMES).map((hints, at) => ({ ...NAMES[at], ...hints }));
    expect(effects).toEqual(NAMES.map((each) => ({ ...each, isReadOnly: true, isDestructive: false })));
  });
});

describe('a POST', () => {
  it.each([
    ['search', { path: '/search', operation: { summary: 'Search issues' } }, true, false],
    ['query', { path: '/databases/{id}/query', operation: { operationId: 'post-database-query' } }, true, false],
    [
      'list',
      { path: '/files/list_folder', operation: { operationId: 'files.list', summary: 'Lists files' } },
      true,
      false,
    ],
    ['get', { path: '/webhooks/get', operation: { operationId: 'getWebhook' } }, true, false],
    ['count', { path: '/V1.0/Items/query/count', operation: { operationId: 'Items_QueryCount' } }, true, false],
    ['create', { path: '/issues', operation: { operationId: 'createIssue' } }, false, false],
    ['nothing', { path: '/issues', operation: {} }, false, false],
    ['get or create', { path: '/channels/query', operation: { operationId: 'GetOrCreateChannel' } }, false, false],
    ['a token', { path: '/token/get', operation: { operationId: 'getToken' } }, false, false],
    ['saved search', { path: '/savedSearches', operation: { operationId: 'addSavedSearch' } }, false, false],
    ['delete', { path: '/connections/delete', operation: { operationId: 'deleteConnection' } }, false, true],
    ['remove', { path: '/admin.users.remove', operation: {} }, false, true],
  ] as const)('for “%s”', (_name, operation, isReadOnly, isDestructive) => {
    expect(hintsOf([{ ...operation, method: 'post' }])).toEqual([{ isReadOnly, isDestructive }]);
  });

  // Names from documents that aren't in the labelled sample.
  it.each([
    ['/messages/analyse/message-length', 'analyse-message-length', 'analyse-message-length'],
    ['/datasets/{id}/snps', 'post_client_snp_group', 'Get a large group of SNPs'],
    ['/tags', 'POST_ListTagsForResource', ''],
    ['/sms/outgoing/status', 'smsStatus', 'Get SMS delivery statuses'],
    ['/sanctioned_address', '', 'Verify if the addresses provided are in our sanctioned lists'],
    ['/AdultContentDetection.json', 'AdultContentDetection', 'Classifies the Document as adult or noadult'],
  ])('%s is read-only', (path, operationId, summary) => {
    const operation = { ...(operationId !== '' && { operationId }), summary };
    expect(hintsOf([{ path, method: 'post', operation }])).toEqual([{ isReadOnly: true, isDestructive: false }]);
  });

  it.each([
    ['/getToken', 'makeToken', 'Get a JWT from your API credentials'],
    ['/servers/{id}/role', 'getOrCreateUserRole', 'Get or create a role for a specific user.'],
    ['/api/filter', 'postFilterFile', 'Used to save or update a filter'],
    ['/lists/{id}', 'postListItem', ''],
    ['/jobs', 'post_count_job', ''],
    ['/propose', 'post_propose', ''],
    ['/admin/users', 'postAdminUsersCreate', 'Invite a User'],
    ['/upload/url', 'getUploadUrl', 'Get an upload URL'],
  ])('%s is not read-only', (path, operationId, summary) => {
    expect(hintsOf([{ path, method: 'post', operation: { operationId, summary } }])).toMatchObject([
      { isReadOnly: false },
    ]);
  });
});
