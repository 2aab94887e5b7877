import { useEffect, useRef, useState } from 'react';
import { issueAt } from '../../api/issueAt.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { adviceFor, neededCredentials, operatorCommand, sourceIssue } from './advice.ts';
import { CredentialPrompt } from './CredentialPrompt.tsx';
import { DocumentFields, SCHEMA_FILES } from './DocumentFields.tsx';
import { type Draft, type SourceKind, sourceProblem } from './draft.ts';
import { HeaderList } from './HeaderList.tsx';
import { KIND_NAMES, KINDS } from './kinds.ts';
import { Reading } from './Reading.tsx';
import { type Listed, type Preview, useRead } from './useImport.ts';

type SourceStepProps = {
  readonly kind: SourceKind;
  readonly draft: Draft;
  readonly onKind: (kind: SourceKind) => void;
  readonly onDraft: (next: Partial<Draft>) => void;
  readonly onReading: () => void;
  readonly onRead: (read: Preview) => void;
  /** Called for a document with so many operations that the person must select a subset. */
  readonly onListed: (listed: Listed) => void;
};

export function SourceStep(props: SourceStepProps) {
  const { kind, draft, onKind, onDraft, onReading, onRead, onListed } = props;
  const { isPending: isReading, sent, error, mutate, cancel } = useRead();
  const [isTried, setIsTried] = useState(false);
  const problem = sourceProblem(kind, draft);
  const submit = () => {
    setIsTried(true);
    if (problem !== null || isReading) return;
    onReading();
    const entered = { kind, draft };
    mutate(entered, { onSuccess: (source) => ('listed' in source ? onListed(source.listed) : onRead(source.read)) });
  };
  const choose = (next: SourceKind) => {
    setIsTried(false);
    cancel();
    onKind(next);
  };
  const neededFields = neededCredentials(error);
  const ref = useFocusAtFault(error);
  return (
    <form
      ref={ref}
      className="stack stack--large"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <KindChoice kind={kind} onChange={choose} />
      <div className="card stack">
        <SourceFields
          kind={kind}
          draft={draft}
          error={error}
          fieldError={(isTried ? problem : null) ?? sourceIssue(error)}
          onDraft={onDraft}
        />
        <CredentialPrompt
          fields={neededFields}
          values={draft.credentials}
          onChange={(credentials) => onDraft({ credentials })}
        />
      </div>
      {error && !isReading && (
        <SourceFailure error={error} kind={kind} draft={draft} hasQuestions={neededFields.length > 0} />
      )}
      {isReading ? (
        <Reading kind={kind} sent={sent} onCancel={cancel} />
      ) : (
        <div>
          <Button type="submit" kind="primary">
            Continue
          </Button>
        </div>
      )}
    </form>
  );
}

/** Focuses the invalid field so that screen readers announce its error. */
function useFocusAtFault(error: Error | null) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return ref;
}

type FieldsProps = Pick<SourceStepProps, 'kind' | 'draft' | 'onDraft'> & {
  readonly error: Error | null;
  readonly fieldError: string | null;
};

function SourceFields({ kind, draft, error, fieldError, onDraft }: FieldsProps) {
  if (kind === 'mcp')
    return (
      <>
        <TextField
          type="url"
          label="MCP server URL"
          hint="If the server requires sign-in, connect it after you add it to a stack."
          placeholder="https://mcp.example.com/mcp"
          value={draft.mcp.url}
          error={fieldError}
          onChange={({ target }) => onDraft({ mcp: { ...draft.mcp, url: target.value } })}
        />
        <HeaderList headers={draft.mcp.headers} onChange={(headers) => onDraft({ mcp: { ...draft.mcp, headers } })} />
      </>
    );
  if (kind === 'graphql')
    return <GraphqlFields draft={draft} error={error} fieldError={fieldError} onDraft={onDraft} />;
  if (kind === 'document')
    return (
      <DocumentFields
        title="Toolyard document"
        example=""
        places={['paste', 'file']}
        draft={draft.document}
        error={fieldError}
        onChange={(next) => onDraft({ document: { ...draft.document, ...next } })}
      />
    );
  if (kind === 'registry')
    return (
      <DocumentFields
        title="server.json"
        example="https://registry.example.com/servers/example/server.json"
        places={['url', 'file', 'paste']}
        draft={draft.registry}
        error={fieldError}
        onChange={(next) => onDraft({ registry: { ...draft.registry, ...next } })}
      />
    );
  return <OpenApiFields draft={draft} error={error} fieldError={fieldError} onDraft={onDraft} />;
}

function OpenApiFields({ draft, error, fieldError, onDraft }: Omit<FieldsProps, 'kind'>) {
  const change = (next: Partial<Draft['openapi']>) => onDraft({ openapi: { ...draft.openapi, ...next } });
  return (
    <>
      <DocumentFields
        title="OpenAPI document"
        example="https://api.example.com/openapi.json"
        places={['url', 'file', 'folder', 'paste']}
        draft={draft.openapi}
        error={fieldError}
        onChange={change}
      />
      <TextField
        type="url"
        label="Base URL (optional)"
        hint="Overrides the document’s server URL. Required if it has none."
        placeholder="https://api.example.com/v1"
        value={draft.openapi.baseUrl}
        error={issueAt(error, '/source/openApi/baseUrl')}
        onChange={({ target }) => change({ baseUrl: target.value })}
      />
    </>
  );
}

/** A GraphQL API by its address, or by its schema if it answers no introspection. */
function GraphqlFields({ draft: { graphql }, error, fieldError, onDraft }: Omit<FieldsProps, 'kind'>) {
  const change = (next: Partial<Draft['graphql']>) => onDraft({ graphql: { ...graphql, ...next } });
  const isLive = graphql.place === 'url';
  return (
    <>
      <DocumentFields
        title={isLive ? 'GraphQL API' : 'GraphQL schema'}
        example="https://api.example.com/graphql"
        places={['url', 'file', 'paste']}
        files={SCHEMA_FILES}
        draft={graphql}
        error={fieldError}
        onChange={change}
      />
      {!isLive && (
        <TextField
          type="url"
          label="GraphQL API URL"
          hint="Where calls are sent."
          placeholder="https://api.example.com/graphql"
          value={graphql.baseUrl}
          error={issueAt(error, '/source/graphql/baseUrl')}
          onChange={({ target }) => change({ baseUrl: target.value })}
        />
      )}
      <HeaderList headers={graphql.headers} onChange={(headers) => change({ headers })} />
    </>
  );
}

type KindChoiceProps = { readonly kind: SourceKind; readonly onChange: (kind: SourceKind) => void };

function KindChoice({ kind, onChange }: KindChoiceProps) {
  return (
    <fieldset className="stack stack--small">
      <legend className="field__label import-legend">Source type</legend>
      <div className="import-kinds">
        {KIND_NAMES.map((name) => (
          <label key={name} className="card import-kind">
            <input type="radio" name="kind" checked={name === kind} onChange={() => onChange(name)} />
            <span>
              <strong>{KINDS[name].title}</strong>
              <span className="small soft import-kind__about">{KINDS[name].about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SourceFailureProps = Pick<SourceStepProps, 'kind' | 'draft'> & {
  readonly error: Error;
  readonly hasQuestions: boolean;
};

/** The error of a failed read, unless its field shows it, and a suggestion. */
function SourceFailure({ error, kind, draft, hasQuestions }: SourceFailureProps) {
  if (hasQuestions)
    return (
      <Notice kind="warn">
        <p role="alert">Enter the credentials above, then select Continue.</p>
      </Notice>
    );
  const advice = adviceFor(error, kind);
  const command = operatorCommand(error, kind, draft);
  return (
    <div className="stack stack--small">
      {sourceIssue(error) === null && <ErrorNotice error={error} />}
      {advice && <Notice>{advice}</Notice>}
      {command && (
        <Notice>
          <p>Ask the operator to run this command on the service’s machine:</p>
          <Code text={command} label="Command for the operator" isWrapped />
        </Notice>
      )}
    </div>
  );
}
