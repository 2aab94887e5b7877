import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { bytesText } from '../../../records/figures.ts';
import { Button } from '../../../ui/Button.tsx';
import { FILE_BYTES_MAX, toBase64 } from './base64.ts';

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

function FileChoice({ id, label, value, rawErrors = [], disabled, readonly, onChange, toValue }: FileChoiceProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const isLarge = file.size > FILE_BYTES_MAX;
    setProblem(isLarge ? `${file.name} is larger than ${bytesText(FILE_BYTES_MAX)}.` : null);
    if (isLarge) return;
    onChange(toValue(file, toBase64(await file.arrayBuffer())));
    setChosen({ name: file.name, size: file.size });
  };
  const change = (text: string) => {
    setChosen(null);
    onChange(text === '' ? undefined : text);
  };
  if (chosen !== null && typeof value === 'string') {
    return (
      <div className="row">
        <span id={id}>
          {chosen.name} <span className="soft small">({bytesText(chosen.size)}, sent as base64)</span>
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
        placeholder="or paste base64"
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
