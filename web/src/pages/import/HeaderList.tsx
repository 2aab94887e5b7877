import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import type { Header } from './draft.ts';

type HeaderListProps = {
  readonly headers: readonly Header[];
  readonly onChange: (headers: readonly Header[]) => void;
};

const HEADERS_MAX = 16;

/** The headers that a server requires to describe itself. */
export function HeaderList({ headers, onChange }: HeaderListProps) {
  const change = (key: number, next: Partial<Header>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...next } : header)));
  const add = () => {
    const key = Math.max(0, ...headers.map((header) => header.key)) + 1;
    onChange([...headers, { key, name: headers.length === 0 ? 'Authorization' : '', value: '' }]);
  };
  return (
    <>
      {headers.map((header) => (
        <HeaderFields
          key={header.key}
          header={header}
          onChange={(next) => change(header.key, next)}
          onRemove={() => onChange(headers.filter(({ key }) => key !== header.key))}
        />
      ))}
      <div className="stack stack--small">
        {headers.length === 0 && (
          <p className="small soft">If the server needs a key to list its tools, add it as a header.</p>
        )}
        <div>
          <Button size="small" disabled={headers.length >= HEADERS_MAX} onClick={add}>
            <Plus size={15} aria-hidden /> Add a header
          </Button>
        </div>
      </div>
    </>
  );
}

type HeaderFieldsProps = {
  readonly header: Header;
  readonly onChange: (next: Partial<Header>) => void;
  readonly onRemove: () => void;
};

function HeaderFields({ header: { name, value }, onChange, onRemove }: HeaderFieldsProps) {
  return (
    <div className="import-header">
      <TextField label="Header" value={name} onChange={({ target }) => onChange({ name: target.value })} />
      <TextField
        type="password"
        label="Value"
        hint="For example, “Bearer …”. Used once and not stored; each stack has its own credentials."
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <Button isIcon aria-label={`Remove header ${name}`} onClick={onRemove}>
        <Trash2 size={16} aria-hidden />
      </Button>
    </div>
  );
}
