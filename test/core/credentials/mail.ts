import { startWorld, type World, type WorldAccount, type WorldOptions } from '../../harness/world.ts';
import { CLIENT, type ProviderOptions, startProvider, type TestProvider } from './provider.ts';

/** A server whose only tool returns the owner of the received access token. */
export const mailDocument = (provider: Pick<TestProvider, 'url'>, oauth2: object = {}): unknown => ({
  id: 'mail',
  name: 'Mail & Co',
  credentials: [
    {
      id: 'mail_token',
      name: 'Sign-in',
      required: true,
      placement: { in: 'header', name: 'Authorization', template: 'Bearer {mail_token}' },
      oauth2: {
        authorizationUrl: `${provider.url}/auth`,
        tokenUrl: `${provider.url}/token`,
        scopes: ['openid'],
        clientId: { field: 'mail_client_id' },
        clientSecret: { field: 'mail_client_secret' },
        ...oauth2,
      },
    },
    { id: 'mail_client_id', name: 'Client id', required: true, secret: false },
    { id: 'mail_client_secret', name: 'Client secret', required: true },
    { id: 'mail_signature', name: 'Signature', required: false, secret: false },
  ],
  connector: { kind: 'http', baseUrl: `${provider.url}/api` },
  tools: [
    {
      name: 'whoami',
      inputSchema: { type: 'object', properties: {} },
      request: { kind: 'template', method: 'GET', path: '/whoami' },
    },
  ],
});

export type CallResponse = { readonly status: number; readonly body: Record<string, unknown> };

export type MailWorld = {
  readonly world: World;
  readonly provider: TestProvider;
  readonly account: WorldAccount;
  close(): Promise<void>;
};

/** The service, a provider with its client, and the mail server in the marketplace. */
export async function startMailWorld(
  options: WorldOptions = {},
  { document = mailDocument, ...provider }: Partial<ProviderOptions> & { document?: typeof mailDocument } = {},
): Promise<MailWorld> {
  const world = await startWorld({ egressAllow: '127.0.0.0/8', ...options });
  const started = await startProvider({ redirectUris: [`${world.url}/oauth/callback`], ...provider });
  await world.saveServer(document(started));
  return {
    world,
    provider: started,
    account: world.account,
    close: async () => {
      await world.close();
      await started.close();
    },
  };
}

export const STORED_CLIENT = { mail_client_id: CLIENT.id, mail_client_secret: CLIENT.secret };

/** A JSON request with a bearer token. */
export async function ask(
  url: string,
  bearer: string,
  options: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<CallResponse> {
  const response = await fetch(url, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', ...options.headers },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const body: Record<string, unknown> = JSON.parse(await response.text());
  return { status: response.status, body };
}
