import { OAuthError } from '../authorization/oauthError.ts';
import { ATTENUATED_CHARS_MAX, attenuateToken, toolPatterns } from '../kernel/attenuation.ts';
import { withinBoth } from '../lib/networks.ts';
import { matchesPattern } from '../lib/text.ts';

/** The scope of a token without further restrictions. */
const ALL_TOOLS = 'tools';
const TOOL = 'tool:';
/** An upper bound for the characters of a stack token. */
const TOKEN_CHARS_MAX = 1_024;

/** The tool ids that a scope requests, in which `*` matches any text; null for all. */
export type RequestedTools = readonly string[] | null;

/**
 * Parses a scope (RFC 6749, section 3.3): absent or `tools` for all tools, otherwise `tool:` and a tool id for each.
 * @throws OAuthError invalid_scope
 */
export function toolsIn(scope: string | undefined): RequestedTools {
  const parts = (scope ?? ALL_TOOLS).split(' ');
  if (parts.includes(ALL_TOOLS) && parts.every((part) => part === ALL_TOOLS || part.startsWith(TOOL))) return null;
  const ids = parts.map((part) => (part.startsWith(TOOL) ? part.slice(TOOL.length) : ''));
  const parsed = toolPatterns.safeParse(ids);
  if (!parsed.success)
    throw new OAuthError('invalid_scope', `scope must be ${ALL_TOOLS}, or ${TOOL} and a tool id each`);
  return parsed.data;
}

/** Attenuates the token to these tools, as its holder could; nothing is stored. @throws OAuthError */
export function attenuatedToScope(token: string, tools: RequestedTools): string {
  if (tools === null) return token;
  const attenuated = attenuateToken(token, { tools: [...tools] });
  if (attenuated.length > ATTENUATED_CHARS_MAX) throw new OAuthError('invalid_scope', 'scope names too many tools');
  return attenuated;
}

/**
 * Requires that a stack token can be attenuated to these tools, before one is created.
 * @throws OAuthError invalid_scope
 */
export function requireAttenuable(...scopes: readonly RequestedTools[]): void {
  scopes.reduce<string>((token, tools) => attenuatedToScope(token, tools), '.'.repeat(TOKEN_CHARS_MAX));
}

/** The scope of a token, for the response. */
export const scopeOf = (tools: RequestedTools): string => tools?.map((id) => `${TOOL}${id}`).join(' ') ?? ALL_TOOLS;

/**
 * The tools that both scopes allow, as patterns. If one scope allows all tools, returns the other scope.
 * @throws OAuthError
 */
export function commonTools(tools: RequestedTools, requested: RequestedTools): RequestedTools {
  if (tools === null || requested === null) return tools ?? requested;
  const common = withinBoth(requested, tools, (one, pattern) => matchesPattern(pattern, one));
  if (common.length === 0) throw new OAuthError('invalid_scope', 'The assertion allows none of the requested scopes');
  return common;
}
