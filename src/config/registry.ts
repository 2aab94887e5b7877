import { type AccountId, toAccountId } from '../core/kernel/ids.ts';
import { withoutTrailingSlashes } from '../core/lib/trim.ts';
import { isWebAddress } from '../core/servers/webAddress.ts';
import { parsedBy } from './values.ts';

const OFFICIAL = 'https://registry.modelcontextprotocol.io';
const OFF = 'off';

/** MCP registries: the one that users browse, and the one that we serve. */
export type RegistrySettings = {
  /** The base address of `/v0.1/servers`, without a trailing slash; null: browsing is off. */
  readonly url: string | null;
  /**
   * The account whose client endpoints anyone may list; null: an account's endpoints are listed only for its API keys.
   */
  readonly publicAccount: AccountId | null;
};

export const REGISTRY_VARIABLES = {
  TOOLYARD_MCP_REGISTRY_URL: parsedBy((text) => {
    if (text === OFF) return null;
    const url = URL.parse(text);
    if (url === null || !isWebAddress(text) || url.search !== '' || url.hash !== '')
      throw new Error('must be off, or an http or https address without user, query and fragment');
    return withoutTrailingSlashes(url.href);
  }).default(OFFICIAL),
  TOOLYARD_REGISTRY_ACCOUNT: parsedBy((text) => {
    if (!/^acct_[\w-]{1,59}$/.test(text)) throw new Error('must be the id of an account, acct_…');
    return toAccountId(text);
  }).optional(),
};
