import { Field, TextAreaField, TextField } from '../../ui/Field.tsx';
import { type DocumentDraft, type Place, SIZE_HINT } from './draft.ts';
import { zipOf } from './folder.ts';
import { sizeText } from './sizeText.ts';

type DocumentFieldsProps = {
  /** For example, “OpenAPI document”. */
  readonly title: string;
  readonly example: string;
  readonly places: readonly Place[];
  readonly files?: Files;
  readonly draft: DocumentDraft;
  readonly error: string | null;
  readonly onChange: (next: Partial<DocumentDraft>) => void;
};

/** The files to choose from. */
type Files = { readonly hint: string; readonly accept: string };

const DOCUMENT_FILES: Files = {
  hint: 'Choose a JSON or YAML file, or a zip file of them, or drop it here.',
  accept: '.json,.yaml,.yml,.zip,application/json,application/yaml,application/zip',
};
export const SCHEMA_FILES: Files = {
  hint: 'Choose a file with the schema’s SDL, or with the JSON result of an introspection query.',
  accept: '.graphql,.graphqls,.gql,.json,application/json',
};

const PLACES: Readonly<Record<Place, string>> = {
  url: 'URL',
  file: 'Upload a file',
  folder: 'Upload a folder',
  paste: 'Paste',
};

/** A document given as a URL, a file or text. */
export function DocumentFields(props: DocumentFieldsProps) {
  const { title, example, places, files = DOCUMENT_FILES, draft, error, onChange } = props;
  return (
    <>
      <fieldset className="row">
        <legend className="field__label import-legend">Source</legend>
        {places.map((place) => (
          <label key={place} className="choice import-choice">
            <input type="radio" name="place" checked={draft.place === place} onChange={() => onChange({ place })} />
            {PLACES[place]}
          </label>
        ))}
      </fieldset>
      {draft.place === 'url' && (
        <TextField
          type="url"
          label={`${title} URL`}
          hint={`Toolyard fetches it from its own network. ${SIZE_HINT}`}
          placeholder={example}
          value={draft.url}
          error={error}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      )}
      {draft.place === 'paste' && (
        <TextAreaField
          isMono
          rows={12}
          label={`${title} text`}
          hint={SIZE_HINT}
          value={draft.pasted}
          error={error}
          onChange={({ target }) => onChange({ pasted: target.value })}
        />
      )}
      {draft.place === 'file' && (
        <FileField
          title={title}
          files={files}
          file={draft.file}
          error={error}
          onChange={(file) => onChange({ file })}
        />
      )}
      {draft.place === 'folder' && (
        <FolderField title={title} file={draft.folder} error={error} onChange={(folder) => onChange({ folder })} />
      )}
    </>
  );
}

type FileFieldProps = {
  readonly title: string;
  readonly file: DocumentDraft['file'];
  readonly error: string | null;
  readonly onChange: (file: DocumentDraft['file']) => void;
};

function FileField({ title, files, file, error, onChange }: FileFieldProps & { readonly files: Files }) {
  return (
    <Field
      label={`${title} file`}
      hint={file === null ? `${files.hint} ${SIZE_HINT}` : `Selected: ${file.name} (${sizeText(file.size)})`}
      error={error}
    >
      {(wired) => (
        <input
          {...wired}
          type="file"
          className="control import-file"
          accept={files.accept}
          onChange={({ target }) => onChange(target.files?.[0] ?? file)}
        />
      )}
    </Field>
  );
}

function FolderField({ title, file, error, onChange }: FileFieldProps) {
  return (
    <Field
      label={`${title} folder`}
      hint={
        file === null
          ? `Choose the folder that has all JSON and YAML files of the document. ${SIZE_HINT}`
          : `Selected: ${file.name} (${sizeText(file.size)})`
      }
      error={error}
    >
      {(wired) => (
        <input
          {...wired}
          type="file"
          className="control import-file"
          multiple
          // React's types lack this attribute, which browsers support.
          {...{ webkitdirectory: '' }}
          onChange={async ({ target }) => onChange(target.files?.length ? await zipOf([...target.files]) : file)}
        />
      )}
    </Field>
  );
}
