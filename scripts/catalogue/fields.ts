import type { Recipe, RecipeField } from './recipe.ts';

function placementOf({ id, bearer, signIn, query, header, template, basic }: RecipeField): object | null {
  if (bearer || signIn) return { in: 'header', name: 'Authorization', template: `Bearer {${id}}` };
  if (basic !== undefined) return { in: 'header', name: 'Authorization', template: `Basic {${id}:${basic}|base64}` };
  if (query !== undefined) return { in: 'query', name: query };
  if (header === undefined) return null;
  return { in: 'header', name: header, ...(template !== undefined && { template }) };
}

const clientIds = (id: string) => {
  const stem = id.replace(/_(oauth_)?token$/, '');
  return { clientId: `${stem}_client_id`, clientSecret: `${stem}_client_secret` };
};

function oauth2Of({ id, signIn }: RecipeField, scopes: readonly string[]): object | null {
  if (!signIn) return null;
  const { application: _ours, applicationLink: _own, parameters, ...rest } = signIn;
  const { clientId, clientSecret } = clientIds(id);
  return {
    scopes,
    ...rest,
    clientId: { field: clientId },
    clientSecret: { field: clientSecret },
    ...(parameters && { extraAuthorizeParams: parameters }),
  };
}

function clientFields({ id, signIn, link }: RecipeField): readonly object[] {
  if (!signIn) return [];
  const { clientId, clientSecret } = clientIds(id);
  const about = (field: string) => `${field} of ${signIn.application}. Needed to sign in through a connect link.`;
  const page = signIn.applicationLink ?? link;
  const common = { required: false, ...(page !== undefined && { link: page }) };
  return [
    { id: clientId, name: 'OAuth client ID', description: about('Client ID'), secret: false, ...common },
    { id: clientSecret, name: 'OAuth client secret', description: about('Client secret'), ...common },
  ];
}

/** The credential fields of a server's document. */
export const fieldsOf = ({ credentials, scopes = [] }: Recipe): readonly object[] => [
  ...credentials.map((field) => {
    const placement = placementOf(field);
    const oauth2 = oauth2Of(field, scopes);
    const { id, name, description, link, optional = false, plain = false } = field;
    return {
      id,
      name,
      description,
      required: !optional,
      ...(plain && { secret: false }),
      ...(link !== undefined && { link }),
      ...(placement && { placement }),
      ...(oauth2 && { oauth2 }),
    };
  }),
  ...credentials.flatMap(clientFields),
];
