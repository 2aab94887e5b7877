import { useState } from 'react';
import { isRecord } from '../../api/isRecord.ts';
import { issueAt } from '../../api/issueAt.ts';
import type { OpenApiCredentialInput, OpenApiCredentialKind } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import type { Preview } from './useImport.ts';

const KINDS = {
  NONE: 'No credential',
  BEARER: 'Access token (Authorization: Bearer …)',
  HEADER: 'API key in a header',
  QUERY: 'API key in the query string',
  BASIC: 'Username and password',
} as const satisfies Record<OpenApiCredentialKind, string>;

const isKind = (text: string): text is OpenApiCredentialKind => text in KINDS;

type SchemeChoice = { readonly kind: OpenApiCredentialKind | null; readonly name: string };
const UNANSWERED: SchemeChoice = { kind: null, name: '' };

/** The credential chosen earlier; null if the document describes its own. */
function schemeOf({ input, server }: Preview): { readonly kind: OpenApiCredentialKind; readonly name: string } | null {
  if (!input.source.openApi) return null;
  const { connector } = isRecord(server.document) ? server.document : {};
  const credential = isRecord(connector) ? connector['credential'] : null;
  if (!isRecord(credential)) return server.credentialFields.length === 0 ? { kind: 'NONE', name: '' } : null;
  const kind = String(credential['kind']).toUpperCase();
  return { kind: isKind(kind) ? kind : 'NONE', name: typeof credential['name'] === 'string' ? credential['name'] : '' };
}

/** Whether the person still has to say how the API is called: a wrong default would make every call fail. */
export const asksForCredential = (shown: Preview): boolean =>
  schemeOf(shown)?.kind === 'NONE' && shown.server.replaces === null;

type SchemeFormProps = {
  readonly shown: Preview;
  /** Whether the person tried to save without an answer. */
  readonly isMissing: boolean;
  /** Called with the chosen type; null if none is chosen. */
  readonly onChoose: (kind: OpenApiCredentialKind | null) => void;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onApply: (credential: OpenApiCredentialInput) => void;
};

/** Asks for the credential that the API needs. Some documents, such as GitHub's and Docusign's, don't describe it. */
export function SchemeForm({ shown, isMissing, isBusy, error, onChoose, onApply }: SchemeFormProps) {
  const now = schemeOf(shown);
  const [choice, setChoice] = useState<SchemeChoice>(asksForCredential(shown) ? UNANSWERED : (now ?? UNANSWERED));
  if (now === null) return null;
  const choose = (text: string) => {
    const kind = isKind(text) ? text : null;
    setChoice({ ...choice, kind });
    onChoose(kind);
  };
  const isNamed = choice.kind === 'HEADER' || choice.kind === 'QUERY';
  const isSame = choice.kind === now.kind && (!isNamed || choice.name === now.name);
  const isReady = choice.kind !== null && !isSame && (!isNamed || choice.name !== '');
  return (
    <form
      className="card stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && choice.kind && !isBusy) onApply({ kind: choice.kind, ...(isNamed && { name: choice.name }) });
      }}
    >
      <h2>Does this API need a credential?</h2>
      <p className="small soft">
        The document doesn’t describe one, but most APIs need a key or token. Choose how it’s sent, and each stack will
        ask for it.
      </p>
      <SelectField
        label="Credential type"
        value={choice.kind ?? ''}
        error={isMissing && choice.kind === null ? 'Choose how calls authenticate.' : null}
        onChange={({ target }) => choose(target.value)}
      >
        {choice.kind === null && <option value="">Choose a type</option>}
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      {isNamed && (
        <NameField
          isHeader={choice.kind === 'HEADER'}
          value={choice.name}
          error={issueAt(error, '/source/openApi/credential/name')}
          onChange={(name) => setChoice({ ...choice, name })}
        />
      )}
      {!isSame && choice.kind !== null && <ErrorNotice error={error} />}
      <div>
        <Button type="submit" size="small" isBusy={isBusy} disabled={!isReady}>
          Apply
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
    label={isHeader ? 'Header name' : 'Query parameter name'}
    placeholder={isHeader ? 'X-Api-Key' : 'api_key'}
    value={value}
    error={error}
    onChange={({ target }) => onChange(target.value.trim())}
  />
);
