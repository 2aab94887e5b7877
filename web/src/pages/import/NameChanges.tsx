import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { type Change, commonPrefix } from './wording.ts';

type NameChangesProps = {
  /** Names of the selected tools. */
  readonly names: readonly string[];
  readonly onChange: (change: Change) => void;
};

export function NameChanges({ names, onChange }: NameChangesProps) {
  const [prefix, setPrefix] = useState('');
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const common = commonPrefix(names);
  const isNone = names.length === 0;
  return (
    <fieldset className="import-changes">
      <legend className="visually-hidden">Rename selected tools</legend>
      <div className="import-change">
        <TextField isMono label="Prefix" value={prefix} onChange={({ target }) => setPrefix(target.value)} />
        <Button size="small" disabled={isNone || prefix === ''} onClick={() => onChange({ kind: 'add', prefix })}>
          Add prefix
        </Button>
      </div>
      <div className="import-change">
        <TextField isMono label="Replace" value={text} onChange={({ target }) => setText(target.value)} />
        <TextField isMono label="With" value={by} onChange={({ target }) => setBy(target.value)} />
        <Button size="small" disabled={isNone || text === ''} onClick={() => onChange({ kind: 'replace', text, by })}>
          Replace in names
        </Button>
      </div>
      <div className="import-change">
        <Button size="small" disabled={common === ''} onClick={() => onChange({ kind: 'strip', prefix: common })}>
          {common === '' ? 'Remove common prefix' : `Remove prefix “${common}”`}
        </Button>
      </div>
    </fieldset>
  );
}
