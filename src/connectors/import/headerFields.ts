import type { ImportHeader } from '../../core/marketplace/importPort.ts';
import type { ServerDocument } from '../../core/servers/document.ts';

/**
 * The document with a credential field for each header that is needed to list the tools, and the fields' values. Every
 * call sends these fields. The document stores their names, not their values.
 */
export function withHeaders(document: ServerDocument, headers: readonly ImportHeader[]) {
  const fields = headers.map(({ name, value }) => {
    const id = name.toLowerCase().replaceAll('-', '_');
    const [, scheme = '', rest = value] = /^(Bearer|Basic|Token) +(\S.*)$/i.exec(value) ?? [];
    const template = scheme === '' ? {} : { template: `${scheme} {${id}}` };
    const placement = { in: 'header', name, ...template } as const;
    return { id, value: rest, field: { id, name, description: '', required: true, secret: true, placement } };
  });
  return {
    document: { ...document, credentials: [...document.credentials, ...fields.map(({ field }) => field)] },
    credentials: Object.fromEntries(fields.map(({ id, value }) => [id, value])),
  };
}
