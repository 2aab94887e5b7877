import { useState } from 'react';
import { isRecord } from '../../../api/isRecord.ts';
import { CopyButton } from '../../../ui/Code.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { pretty } from '../json.ts';
import './jsonTree.css';

/** Members rendered initially and per click. */
const STEP = 50;
/** Short objects and lists above this depth start expanded. */
const OPEN_DEPTH = 2;

/** Collapsible JSON. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div className="code json-tree">
      {/* Scrollable regions must be reachable by keyboard (WCAG 2.1.1). */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section tabIndex={0} aria-label={label} className="code__text">
        <Node value={value} depth={0} />
      </section>
      <div className="code__copy">
        <CopyButton text={pretty(value)} />
      </div>
    </div>
  );
}

type NodeProps = { readonly name?: string; readonly value: unknown; readonly depth: number };

function Node({ name, value, depth }: NodeProps) {
  const members = membersOf(value);
  if (members === null || members.length === 0) {
    return (
      <div className="json-tree__leaf">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  return <Branch name={name} members={members} isList={Array.isArray(value)} depth={depth} />;
}

type Member = readonly [name: string, value: unknown];
type BranchProps = {
  readonly name: string | undefined;
  readonly members: readonly Member[];
  readonly isList: boolean;
  readonly depth: number;
};

function Branch({ name, members, isList, depth }: BranchProps) {
  const [isOpen, setIsOpen] = useState(depth === 0 || (depth < OPEN_DEPTH && members.length <= STEP));
  const [shown, setShown] = useState(STEP);
  const [word, words] = isList ? ['item', 'items'] : ['member', 'members'];
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="json-tree__summary">
        <Name name={name} />
        <span className="soft">
          {isList ? '[ ]' : '{ }'} {members.length.toLocaleString('en')} {members.length === 1 ? word : words}
        </span>
      </summary>
      {isOpen && (
        <div className="json-tree__members">
          {members.slice(0, shown).map(([key, member]) => (
            <Node key={key} name={key} value={member} depth={depth + 1} />
          ))}
          <ShowMore hasMore={members.length > shown} isBusy={false} onMore={() => setShown(shown + STEP)} />
        </div>
      )}
    </details>
  );
}

const Name = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : <span className="json-tree__name">{name}: </span>;

function Leaf({ value }: { readonly value: unknown }) {
  const kind = typeof value === 'string' ? 'text' : 'other';
  return <span className={`json-tree__${kind}`}>{JSON.stringify(value) ?? 'undefined'}</span>;
}

function membersOf(value: unknown): readonly Member[] | null {
  if (Array.isArray(value)) return value.map((item, at) => [String(at), item]);
  return isRecord(value) ? Object.entries(value) : null;
}
