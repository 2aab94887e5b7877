import { z } from 'zod';
import { isLoopbackUrl } from '../core/lib/loopback.ts';
import { parsedBy } from './values.ts';

/** This installation as a client of an OpenID provider, registered there manually. */
export type OidcSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  readonly domains: readonly string[];
};

/** The variables of single sign-on. */
export const OIDC_VARIABLES = {
  TOOLYARD_OIDC_ISSUER: parsedBy((text) => {
    const url = URL.parse(text);
    const isSafe = url?.protocol === 'https:' || isLoopbackUrl(url);
    if (!url || !isSafe || url.search !== '' || url.hash !== '')
      throw new Error('must be the issuer’s URL, with https');
    return text;
  }).optional(),
  TOOLYARD_OIDC_CLIENT_ID: z.string().optional(),
  TOOLYARD_OIDC_CLIENT_SECRET: z.string().optional(),
  TOOLYARD_OIDC_LABEL: z.string().max(50, 'must be at most 50 characters').default('Single sign-on'),
  TOOLYARD_OIDC_DOMAINS: parsedBy((text): readonly string[] => {
    const domains = text.split(',').map((domain) => domain.trim().toLowerCase());
    if (!domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)))
      throw new Error('must be a comma list of e-mail domains, such as example.com');
    return domains;
  }).default([]),
};

type Variables = z.output<z.ZodObject<typeof OIDC_VARIABLES>>;

/** Reads the single sign-on settings; null without single sign-on. */
export function oidcOf(env: Variables): OidcSettings | null {
  const { TOOLYARD_OIDC_ISSUER: issuer, TOOLYARD_OIDC_CLIENT_ID: clientId } = env;
  const { TOOLYARD_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret, label: env.TOOLYARD_OIDC_LABEL, domains: env.TOOLYARD_OIDC_DOMAINS };
}
