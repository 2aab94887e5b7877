import { useState } from 'react';
import { isRecord } from '../../api/isRecord.ts';
import { issueAt } from '../../api/issueAt.ts';
import type { OpenApiCredentialInput, OpenApiCredentialKind } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import type { Preview } from './useImport.ts';

const KINDS = {
  NONE: 'It wants none',
  BEARER: 'An access token (Authorization: Bearer …)',
  HEADER: 'A key in a header',
  QUERY: 'A key in the query',
  BASIC: 'User name and password',
} as const satisfies Record<OpenApiCredentialKind, string>;

const isKind = (text: string): text is OpenApiCredentialKind => text in KINDS;

/** What was said before of a document that says nothing itself; null where the document says it. */
function schemeOf({ input, server }: Preview): { readonly kind: OpenApiCredentialKind; readonly name: string } | null {
  if (!input.source.openApi) return null;
  const { connector } = isRecord(server.document) ? server.document : {};
  const given = isRecord(connector) ? connector['credential'] : null;
  if (!isRecord(given)) return server.credentialFields.length === 0 ? { kind: 'NONE', name: '' } : null;
  const kind = String(given['kind']).toUpperCase();
  return { kind: isKind(kind) ? kind : 'NONE', name: typeof given['name'] === 'string' ? given['name'] : '' };
}

type SchemeFormProps = {
  readonly shown: Preview;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onApply: (credential: OpenApiCredentialInput) => void;
};

/** Asks how an API takes its credential whose document says nothing of it, as those of GitHub and Docusign do. */
export function SchemeForm({ shown, isBusy, error, onApply }: SchemeFormProps) {
  const now = schemeOf(shown);
  const [wanted, setWanted] = useState(now ?? { kind: 'NONE' as const, name: '' });
  if (now === null) return null;
  const isNamed = wanted.kind === 'HEADER' || wanted.kind === 'QUERY';
  const isSame = wanted.kind === now.kind && (!isNamed || wanted.name === now.name);
  const isReady = !isSame && (!isNamed || wanted.name !== '');
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) onApply({ kind: wanted.kind, ...(isNamed && { name: wanted.name }) });
      }}
    >
      <h2>Does this API want a credential?</h2>
      <p className="small soft">
        Its document describes none. Most APIs want a key or a token all the same: say how it is sent, and the server
        asks for it.
      </p>
      <SelectField
        label="How it is sent"
        value={wanted.kind}
        onChange={({ target }) => isKind(target.value) && setWanted({ ...wanted, kind: target.value })}
      >
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      {isNamed && (
        <NameField
          isHeader={wanted.kind === 'HEADER'}
          value={wanted.name}
          error={issueAt(error, '/source/openApi/credential/name')}
          onChange={(name) => setWanted({ ...wanted, name })}
        />
      )}
      {!isSame && <ErrorNotice error={error} />}
      <div>
        <Button type="submit" size="small" isBusy={isBusy} disabled={!isReady}>
          Use this
        </Button>
      </div>
    </form>
  );
}

type NameFieldProps = {
  readonly isHeader: boolean;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (name: string) => void;
};

const NameField = ({ isHeader, value, error, onChange }: NameFieldProps) => (
  <TextField
    isMono
    label={isHeader ? 'Name of the header' : 'Name of the query parameter'}
    placeholder={isHeader ? 'X-Api-Key' : 'api_key'}
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value.trim())}
  />
);
