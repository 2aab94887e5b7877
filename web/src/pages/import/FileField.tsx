import { Field } from '../../ui/Field.tsx';
import { type DocumentDraft, SIZE_HINT } from './draft.ts';

type FileFieldProps = {
  readonly what: string;
  readonly file: DocumentDraft['file'];
  readonly error: string | null;
  readonly onChange: (file: DocumentDraft['file']) => void;
};

const BYTES_PER_KB = 1_000;

export function FileField({ what, file, error, onChange }: FileFieldProps) {
  const read = async (chosen: File | undefined) => {
    if (chosen) onChange({ name: chosen.name, text: await chosen.text() });
  };
  const size = file === null ? 0 : Math.ceil(file.text.length / BYTES_PER_KB);
  return (
    <Field
      label={`File with the ${what}`}
      hint={file === null ? `JSON or YAML, read in your browser. ${SIZE_HINT}` : `Chosen: ${file.name} (${size} kB)`}
      error={error}
    >
      {(wired) => (
        <input
          {...wired}
          type="file"
          className="control import-file"
          accept=".json,.yaml,.yml,application/json,application/yaml"
          onChange={({ target }) => read(target.files?.[0])}
        />
      )}
    </Field>
  );
}
