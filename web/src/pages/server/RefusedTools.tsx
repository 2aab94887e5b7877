import { Notice } from '../../ui/Notice.tsx';

type RefusedToolsProps = { readonly refused: readonly { readonly name: string; readonly reason: string }[] };

const SHOWN_AT_ONCE = 3;

/** Tools of a source that couldn't be imported unchanged, with the reasons. */
export function RefusedTools({ refused }: RefusedToolsProps) {
  if (refused.length === 0) return null;
  return (
    <Notice kind="warn">
      <details open={refused.length <= SHOWN_AT_ONCE}>
        <summary>{refused.length === 1 ? '1 warning' : `${refused.length} warnings`}</summary>
        <ul className="stack stack--small small server-refused">
          {refused.map(({ name, reason }) => (
            <li key={`${name} ${reason}`}>
              {name && <code>{name}</code>} {reason}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
