import { isRecord } from '../../core/lib/json.ts';
import type { CredentialFieldDocument } from '../../core/servers/document.ts';
import type { Signing } from '../../core/servers/signing.ts';
import { listAt, nodeAt, type OpenApiNode, textAt } from './document.ts';
import { signingIds } from './securityFields.ts';

const HOST = /^(?<labels>.+)\.amazonaws\.com(?:\.cn)?$/;
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
/** The region used to sign requests to AWS services without regions. */
const GLOBAL_REGION = 'us-east-1';
// Signing names of services whose host names differ.
const SIGNED_AS: Readonly<Record<string, string>> = { email: 'ses', 'runtime.lex': 'lex', 'data.iot': 'iotdata' };
const GATEWAY = 'execute-api';

/** The address of a signed API, its signing method, and a region field if the address leaves the region open. */
type SignedAddress = {
  readonly baseUrl: string;
  readonly signing: Signing;
  readonly fields: readonly CredentialFieldDocument[];
};

/** The document's own https address with a slot for the region; null if no server has one. */
function regionalAddress(document: OpenApiNode): string | null {
  const servers = listAt(document, 'servers').filter(isRecord);
  const regional = servers.filter((server) => isRecord(nodeAt(server, 'variables')['region']));
  const address = regional.map((server) => textAt(server, 'url')).find((url) => /^https:\/\/[^/]*\{region\}/.test(url));
  return address ?? null;
}

/** Service and region to sign for, derived from an address; `slot` is the placeholder of an open region. */
function signedFor(address: string, slot: string): { readonly service: string; readonly region: string } {
  const host = /^https?:\/\/([^/:]+)/.exec(address)?.[1] ?? '';
  const labels = HOST.exec(host)?.groups?.['labels']?.split('.');
  if (labels === undefined) return { service: GATEWAY, region: slot };
  const last = labels.at(-1) ?? '';
  const isRegional = last === slot || REGION.test(last);
  const name = (isRegional ? labels.slice(0, -1) : labels).join('.');
  return { service: SIGNED_AS[name] ?? name.replace(/^.*\./, ''), region: isRegional ? last : GLOBAL_REGION };
}

/**
 * How requests of an AWS API are signed, derived from its address. A region that neither the document nor the address
 * gives becomes a field.
 */
export function signedAddress(
  document: OpenApiNode,
  id: string,
  { baseUrl, isAddressGiven }: { readonly baseUrl: string; readonly isAddressGiven: boolean },
): SignedAddress {
  const regionField = `${id}_region`;
  const slot = `{${regionField}}`;
  const open = isAddressGiven ? null : regionalAddress(document);
  const address = open?.replace('{region}', slot) ?? baseUrl;
  const { service, region } = signedFor(address, slot);
  const description = 'The AWS region, such as eu-central-1.';
  const field = { id: regionField, name: 'Region', description, required: true, secret: false };
  return {
    baseUrl: address,
    signing: { kind: 'aws-sigv4', service, region, ...signingIds(id) },
    fields: region === slot ? [field] : [],
  };
}
