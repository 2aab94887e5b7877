import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { bytesText } from '../../../records/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { FILE_BYTES_MAX, toBase64 } from './base64.ts';
import { isFileReference, toFileReference } from './fileReference.ts';
import { uploadFile } from './uploadFile.ts';

type Chosen = { readonly name: string; readonly size: number };

/** A file's content, name and media type, for tools that send files. */
const namedFile = (file: File, content: string) => ({
  content,
  filename: file.name,
  ...(file.type !== '' && { content_type: file.type }),
});

/** Like `FileWidget`, for an input that also takes the file's name and media type. */
export const NamedFileWidget = (props: WidgetProps) => <FileChoice {...props} toValue={namedFile} />;

/** A base64 value, from a file or as text. */
export const FileWidget = (props: WidgetProps) => <FileChoice {...props} toValue={(_file, content) => content} />;

type FileChoiceProps = WidgetProps & { toValue(file: File, content: string): unknown };

/** Bytes sent so far, while a file is uploaded. */
type Upload = { readonly file: File; readonly sent: number; readonly stop: AbortController };

/** Long files are uploaded, and the call gets their handle; `base64.ts` has the limit. */
function useFile({ onChange, registry, toValue }: Pick<FileChoiceProps, 'onChange' | 'registry' | 'toValue'>) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File) => {
    const stop = new AbortController();
    setUpload({ file, sent: 0, stop });
    const onSent = (sent: number) => setUpload({ file, sent, stop });
    try {
      onChange(await uploadFile(String(registry.formContext['stackId']), file, { signal: stop.signal, onSent }));
      setChosen({ name: file.name, size: file.size });
    } catch (error) {
      if (!stop.signal.aborted) setProblem(error instanceof Error ? error.message : 'The upload failed.');
    } finally {
      setUpload(null);
    }
  };
  return {
    ...{ chosen, upload, problem },
    async choose(file: File | undefined) {
      setProblem(null);
      if (!file) return;
      if (file.size > FILE_BYTES_MAX) return send(file);
      onChange(toValue(file, toBase64(await file.arrayBuffer())));
      setChosen({ name: file.name, size: file.size });
    },
    change(text: string) {
      setChosen(null);
      setProblem(null);
      onChange(text === '' ? undefined : (toFileReference(text) ?? text));
    },
  };
}

function FileChoice(props: FileChoiceProps) {
  const { id, label, value, rawErrors = [], disabled, readonly } = props;
  const { chosen, upload, problem, choose, change } = useFile(props);
  if (upload !== null) return <UploadView id={id} label={label} upload={upload} />;
  const isStored = isFileReference(value);
  if (isStored || (chosen !== null && typeof value === 'string')) {
    const about = [chosen && bytesText(chosen.size), isStored ? 'stored for a day' : 'sent as base64'];
    return (
      <div className="row">
        <span id={id}>
          {chosen?.name ?? (isStored && <code>{value.$file}</code>)}{' '}
          <span className="soft small">({about.filter(Boolean).join(', ')})</span>
        </span>
        <Button size="small" kind="plain" aria-label={`Remove file from ${label}`} onClick={() => change('')}>
          Remove
        </Button>
      </div>
    );
  }
  return (
    <div className="stack stack--small">
      <input
        type="file"
        className="control control--file"
        aria-label={`File for ${label}`}
        disabled={disabled || readonly}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <input
        id={id}
        className="control control--mono"
        autoComplete="off"
        spellCheck={false}
        placeholder="or paste base64 or a file handle"
        aria-describedby={ariaDescribedByIds(id)}
        {...(rawErrors.length > 0 && { 'aria-invalid': true })}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => change(target.value)}
      />
      {problem !== null && (
        <p role="alert" className="field__error">
          {problem}
        </p>
      )}
    </div>
  );
}

type UploadViewProps = { readonly id: string; readonly label: string; readonly upload: Upload };

const UploadView = ({ id, label, upload: { file, sent, stop } }: UploadViewProps) => (
  <div className="row">
    <span id={id}>
      {file.name}{' '}
      <span className="soft small">
        ({bytesText(sent)} of {bytesText(file.size)})
      </span>
    </span>
    <progress aria-label={`Upload for ${label}`} max={file.size} value={sent} />
    <Button size="small" kind="plain" aria-label={`Cancel upload for ${label}`} onClick={() => stop.abort()}>
      Cancel
    </Button>
  </div>
);
