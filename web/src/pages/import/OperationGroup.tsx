import { useEffect, useRef, useState } from 'react';
import { counted } from '../../records/figures.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ToolHints } from '../../ui/ToolHints.tsx';
import { type Group, keyOf, type Operation } from './operationChoice.ts';

type OperationGroupProps = {
  readonly group: Group;
  readonly picked: ReadonlySet<string>;
  readonly isOpen: boolean;
  /** Selects or deselects the operations with these keys. */
  readonly onPick: (keys: readonly string[], isPicked: boolean) => void;
};

/** The operations of one tag or path. Rendered on first expansion, since there may be thousands. */
export function OperationGroup({ group, picked, isOpen, onPick }: OperationGroupProps) {
  const { name, operations } = group;
  const [isDrawn, setIsDrawn] = useState(isOpen);
  const keys = operations.map(keyOf);
  const count = keys.filter((key) => picked.has(key)).length;
  return (
    <li className="card import-group">
      <GroupCheckbox name={name} count={count} total={keys.length} onPick={(isPicked) => onPick(keys, isPicked)} />
      <details open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setIsDrawn(true)}>
        <summary className="small">
          {count} of {keys.length} selected
        </summary>
        {(isDrawn || isOpen) && (
          <ul className="stack stack--small import-operations">
            {operations.map((operation) => (
              <OperationRow
                key={keyOf(operation)}
                operation={operation}
                isPicked={picked.has(keyOf(operation))}
                onPick={(isPicked) => onPick([keyOf(operation)], isPicked)}
              />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}

type GroupCheckboxProps = {
  readonly name: string;
  readonly count: number;
  readonly total: number;
  readonly onPick: (isPicked: boolean) => void;
};

function GroupCheckbox({ name, count, total, onPick }: GroupCheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = count > 0 && count < total;
  }, [count, total]);
  return (
    <label className="choice import-choice">
      <input ref={ref} type="checkbox" checked={count === total} onChange={({ target }) => onPick(target.checked)} />
      <strong>{name}</strong>
    </label>
  );
}

type OperationRowProps = {
  readonly operation: Operation;
  readonly isPicked: boolean;
  readonly onPick: (isPicked: boolean) => void;
};

function OperationRow({ operation, isPicked, onPick }: OperationRowProps) {
  const { name, method, path, summary, isDeprecated, isReadOnly, isDestructive, tokens } = operation;
  return (
    <li>
      <label className="choice import-operation">
        <input type="checkbox" checked={isPicked} onChange={({ target }) => onPick(target.checked)} />
        <span>
          <strong>{name}</strong>{' '}
          <ToolHints annotations={{ readOnlyHint: isReadOnly, destructiveHint: isDestructive }} method={method} />{' '}
          {isDeprecated && <Badge kind="warn">Deprecated</Badge>}
          <span className="small soft import-operation__about">
            <code>
              {method} {path}
            </code>{' '}
            {tokens === null ? '' : `· about ${counted(tokens, 'token')}`}
          </span>
          {summary && <span className="small soft import-operation__about">{summary}</span>}
        </span>
      </label>
    </li>
  );
}
