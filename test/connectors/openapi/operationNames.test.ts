import { expect, it } from 'vitest';
import { importOpenApi, type OpenApiOptions } from '../../../src/connectors/openapi/readTools.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;

const namesIn = (paths: Paths, options: OpenApiOptions = {}): readonly string[] =>
  importOpenApi(
    { openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: 'https://api.test' }], paths },
    options,
  ).document.tools.map(({ name }) => name);

const CASES: readonly (readonly [label: string, paths: Paths, expected: readonly string[]])[] = [
  ['an id is kept, made plain', { '/a': { get: { operationId: 'repos/list for.me' } } }, ['repos_list_for_me']],
  ['a slot at the front names what follows', { '/{comicId}/info.0.json': { get: {} } }, ['get_comic_info']],
  ['a format at the end is no word', { '/info.0.json': { get: {} } }, ['get_info']],
  [
    'one of many is singular',
    { '/pets': { get: {} }, '/pets/{petId}': { get: {}, delete: {} } },
    ['get_pets', 'get_pet', 'delete_pet'],
  ],
  ['what belongs to one', { '/pets/{id}/toys': { post: {} } }, ['post_pet_toys']],
  ['several slots name one thing', { '/repos/{owner}/{repo}/issues': { get: {} } }, ['get_repo_issues']],
  ['versions and prefixes go', { '/api/v2.1/user-groups': { get: {} } }, ['get_user_groups']],
  ['unless nothing else is there', { '/v1': { get: {} }, '/api': { get: {} } }, ['get_v1', 'get_api']],
  ['camel case becomes words', { '/pets/findByStatus': { get: {} } }, ['get_pets_find_by_status']],
  [
    'plurals of other kinds',
    { '/categories/{c}': { get: {} }, '/boxes/{b}': { get: {} }, '/status/{s}': { get: {} } },
    ['get_category', 'get_box', 'get_status'],
  ],
  ['the root', { '/': { get: {} } }, ['get_root']],
  [
    'what is taken gets its slots',
    { '/pet/{id}': { get: {} }, '/pets/{name}': { get: {} } },
    ['get_pet', 'get_pet_by_name'],
  ],
  [
    'doubles of an id, too',
    { '/a': { get: { operationId: 'same' } }, '/b/{id}': { get: { operationId: 'same' } } },
    ['same', 'get_b'],
  ],
  [
    'an id that comes later is not taken',
    { '/pets': { get: {} }, '/x': { get: { operationId: 'get_pets' } } },
    ['get_pets_2', 'get_pets'],
  ],
  [
    'long paths keep their end',
    { '/organisations/{o}/departments/{d}/employees/{e}/evaluations/{v}/comments': { get: {} } },
    ['get_employee_evaluation_comments'],
  ],
  [
    'a long id loses what tells nothing',
    {
      '/a': { get: { operationId: 'listAppsV1DeploymentsForAllOfTheTeamsOfTheNamespaces' } },
      '/b': { get: { operationId: 'GetCheckoutSessionsSessionLineItemsById' } },
    },
    ['list_deployments_all_teams_namespaces', 'get_checkout_session_line_items'],
  ],
  [
    'and the method that generators add, and which one is meant',
    { '/a': { get: { operationId: 'getAnnotationCountByAccIdAndObjectTypeUsingGET' } } },
    ['get_annotation_count'],
  ],
  [
    'what would be one name is told apart',
    {
      '/a': { get: { operationId: 'getAnnotationCountByAccountIdAndObjectType' } },
      '/b': { get: { operationId: 'getAnnotationCountByLocationIdAndTheKindOfIt' } },
    },
    ['get_count_account_object_type', 'get_annotation_count_location_kind_it'],
  ],
  [
    'and keeps its id where nothing shorter does',
    {
      '/a': { get: { operationId: 'theOrganizationsAdministratorsListOfAll' } },
      '/b': { get: { operationId: 'organizationsAdministratorsListOfAllById' } },
    },
    ['theOrganizationsAdministratorsListOfAll', 'organizationsAdministratorsListOfAllById'],
  ],
];

it.each(CASES)('%s', (_name, paths, expected) => {
  expect(namesIn(paths)).toEqual(expected);
});

it('keeps the names that a server already has, and gives them to no other operation', () => {
  const paths = { '/pets': { get: {} }, '/{comicId}/info.0.json': { get: {} }, '/comic/info': { get: {} } };
  const preserved = { names: { 'GET /{comicId}/info.0.json': 'get__comicId_info_0_json', 'GET /gone': 'get_pets' } };
  const names = namesIn(paths, { preserved: { ...preserved, plainFields: [], choice: undefined } });
  expect(names).toEqual(['get_pets_2', 'get__comicId_info_0_json', 'get_comic_info']);
});
