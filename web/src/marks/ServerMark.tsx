import './marks.css';
import { colourOf, lettersOf, markOf } from './known.ts';

type ServerMarkProps = { readonly id: string; readonly name: string };

/** A server's logo or initials. Decorative, because the name is next to it. */
export function ServerMark({ id, name }: ServerMarkProps) {
  const mark = markOf(id);
  return (
    <svg className="server-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill={mark === null ? colourOf(id) : '#fff'} />
      {mark === null ? (
        <text x="16" y="21" textAnchor="middle" fontSize="13" fontWeight="700" fill="#fff">
          {lettersOf(name)}
        </text>
      ) : (
        <use href={`/marks.svg#${mark}`} x="6" y="6" width="20" height="20" />
      )}
    </svg>
  );
}
