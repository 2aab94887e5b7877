import { TextAreaField, TextField } from '../../ui/Field.tsx';
import type { Problems, Word } from './wording.ts';

type WordingRowProps = {
  readonly word: Word;
  readonly problems: Problems | null;
  readonly isPicked: boolean;
  readonly onPick: (isPicked: boolean) => void;
  readonly onEdit: (word: Word) => void;
};

export function WordingRow({ word, problems, isPicked, onPick, onEdit }: WordingRowProps) {
  const { operation, name, description } = word;
  return (
    <li className="import-word">
      <label className="choice import-choice import-word__operation">
        <input type="checkbox" checked={isPicked} onChange={({ target }) => onPick(target.checked)} />
        <code className="small">{operation}</code>
      </label>
      <TextField
        isMono
        label={
          <>
            Name<span className="visually-hidden"> of {operation}</span>
          </>
        }
        value={name}
        error={problems?.name ?? null}
        onChange={({ target }) => onEdit({ ...word, name: target.value })}
      />
      <TextAreaField
        label={
          <>
            Description<span className="visually-hidden"> of {operation}</span>
          </>
        }
        rows={2}
        value={description}
        error={problems?.description ?? null}
        onChange={({ target }) => onEdit({ ...word, description: target.value })}
      />
    </li>
  );
}
