import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { isSafeOAuthUrl, type OAuth2Settings, oauth2Schema } from '../../core/servers/oauth2.ts';
import { nodeAt, type OpenApiNode, textAt } from './document.ts';

const SCOPES_MAX = 100;
/** Maximum scopes that a sign-in requests when operations name none. */
const UNNAMED_SCOPES_MAX = 10;
/** Scopes for a person's identity, requested only if an operation names them. */
const OF_PERSON = new Set(['openid', 'profile', 'email', 'address', 'phone']);
const asWord = (words: string): RegExp => new RegExp(`(?:^|[^a-z])(?:${words})(?:$|[^a-z])`, 'i');
const READS = asWord('read|readonly|view|list|get');
const ADMINISTERS = asWord('admin|administration|delete|destroy|owner|root|sudo|full|all');
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;
const WELL_KNOWN = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/;

// Google issues refresh tokens only with this parameter.
const EXTRA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'accounts.google.com': { access_type: 'offline', prompt: 'consent' },
};

/** Base for a scheme's addresses, and the scopes that the chosen operations need. */
type FlowOptions = {
  readonly apiBase: string | undefined;
  readonly scopes: readonly string[];
  /** Whether the chosen operations only read. */
  readonly onlyReads: boolean;
};

const addressAt = (flow: OpenApiNode, key: string, apiBase: string | undefined): string | null => {
  const base = apiBase !== undefined && /^https?:\/\//i.test(apiBase) ? apiBase : undefined;
  const { href } = URL.parse(textAt(flow, key), base) ?? { href: '' };
  return textAt(flow, key) !== '' && isSafeOAuthUrl(href) && href.length <= 2_048 ? href : null;
};

function scopesFor(flow: OpenApiNode, { scopes: used, onlyReads }: FlowOptions): string[] {
  const declared = Object.keys(nodeAt(flow, 'scopes'));
  const known = used.filter((scope) => declared.length === 0 || declared.includes(scope));
  return (used.length > 0 ? known : leastOf(declared, onlyReads))
    .filter((scope) => SCOPE.test(scope))
    .slice(0, SCOPES_MAX);
}

/**
 * Scopes for a sign-in whose operations name none. A single declared scope is used, read scopes if all operations only
 * read, otherwise all scopes except administrative ones. If many remain, none is requested and the service grants its
 * defaults.
 */
function leastOf(declared: readonly string[], onlyReads: boolean): readonly string[] {
  const own = declared.filter((scope) => !OF_PERSON.has(scope));
  if (own.length === 1) return own;
  const needed = own.filter((scope) => (onlyReads ? READS.test(scope) : true) && !ADMINISTERS.test(scope));
  return needed.length <= UNNAMED_SCOPES_MAX ? needed : [];
}

/**
 * How an `oauth2` or `openIdConnect` scheme supports sign-in with the user's own client. A person signs in if the
 * authorization-code flow or the issuer has an address; otherwise the client signs in itself. Null if the value can
 * only be pasted.
 */
export function signInOf(
  scheme: OpenApiNode,
  fields: { readonly clientId: string; readonly clientSecret: string },
  options: FlowOptions,
): OAuth2Settings | null {
  const { apiBase, scopes } = options;
  const client = { clientId: { field: fields.clientId }, clientSecret: { field: fields.clientSecret } };
  if (textAt(scheme, 'type') === 'openIdConnect') {
    const issuer = addressAt(scheme, 'openIdConnectUrl', apiBase);
    if (issuer === null || !WELL_KNOWN.test(issuer)) return null;
    const usable = scopes.filter((scope) => SCOPE.test(scope)).slice(0, SCOPES_MAX);
    return oauth2Schema.parse({
      discovery: withoutTrailingSlashes(issuer.replace(WELL_KNOWN, '')),
      scopes: usable.length > 0 ? usable : ['openid'],
      ...client,
    });
  }
  const flows = nodeAt(scheme, 'flows');
  return byPerson(nodeAt(flows, 'authorizationCode')) ?? byClient(nodeAt(flows, 'clientCredentials'));

  function byPerson(flow: OpenApiNode): OAuth2Settings | null {
    const [authorizationUrl, tokenUrl] = [
      addressAt(flow, 'authorizationUrl', apiBase),
      addressAt(flow, 'tokenUrl', apiBase),
    ];
    if (authorizationUrl === null || tokenUrl === null) return null;
    const extra = EXTRA[new URL(authorizationUrl).hostname];
    const where = { authorizationUrl, tokenUrl, scopes: scopesFor(flow, options) };
    return oauth2Schema.parse({ ...where, ...client, ...(extra && { extraAuthorizeParams: extra }) });
  }

  function byClient(flow: OpenApiNode): OAuth2Settings | null {
    const tokenUrl = addressAt(flow, 'tokenUrl', apiBase);
    if (tokenUrl === null) return null;
    return oauth2Schema.parse({ grant: 'client_credentials', tokenUrl, scopes: scopesFor(flow, options), ...client });
  }
}
