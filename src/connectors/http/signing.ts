import { AwsV4Signer } from 'aws4fetch';
import type { Signing } from '../../core/servers/signing.ts';
import { type CredentialValues, fillCredentials } from './placement.ts';
import { MissingAddressFields, UnusableInput, type WireRequest } from './wireRequest.ts';

// Only these headers are signed, since proxies may add or change others.
const SIGNED = /^(?:content-type|x-amz-.*)$/;
// Parameters of the signature itself. An input with such a name could change which body is signed, and when.
const OF_SIGNATURE = /^(?:authorization|x-amz-(?:content-sha256|date|security-token))$/;
const BODY_HASH = 'x-amz-content-sha256';
const NAME = /^[a-z0-9-]{1,64}$/;

const nameOf = (label: string, template: string, values: CredentialValues): string => {
  const name = fillCredentials(template, values);
  if (name === undefined || !NAME.test(name))
    throw new UnusableInput(`The ${label} to sign for is not a valid AWS name`);
  return name;
};

/**
 * Signs a request with AWS Signature Version 4: its method, address, media type, `x-amz-` headers and body. The secret
 * of the access key is used here and never sent. `test/connectors/http/signing.test.ts` has AWS's test vectors.
 * @throws MissingAddressFields, UnusableInput
 */
export async function signRequest(
  request: WireRequest,
  signing: Signing,
  values: CredentialValues,
  now: Date,
): Promise<WireRequest> {
  const { accessKeyId: idField, secretAccessKey: secretField, sessionToken: tokenField } = signing;
  const [accessKeyId, secretAccessKey] = [values.get(idField.field), values.get(secretField.field)];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new MissingAddressFields([idField.field, secretField.field].filter((fieldId) => !values.has(fieldId)));
  }
  const sessionToken = tokenField && values.get(tokenField.field);
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_SIGNATURE.test(name)));
  const body =
    request.body === null ? null : typeof request.body === 'string' ? request.body : new Uint8Array(request.body);
  const service = nameOf('service', signing.service, values);
  // S3 requires the hash of the body in a header; without it the signer would not cover the body.
  const sendsHash = service === 's3' || request.headers[BODY_HASH] !== undefined;
  const signer = new AwsV4Signer({
    method: request.method,
    url: request.url,
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => SIGNED.test(name))),
      ...(sendsHash && {
        [BODY_HASH]: await Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(body ?? ''))).toString('hex'),
      }),
    },
    body,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service,
    region: nameOf('region', signing.region, values),
    datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ''),
    allHeaders: true,
  });
  const { url, headers: own } = await signer.sign();
  return { ...request, url: url.href, headers: { ...headers, ...Object.fromEntries(own) } };
}
