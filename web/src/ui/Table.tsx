import type { ReactNode } from 'react';

/** A column heading. `number` aligns it with figures; `unseen` shows it only to screen readers. */
export type Column = string | { readonly number: string } | { readonly unseen: string };

type TableProps = {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly className?: string;
  readonly frame?: string;
  readonly children: ReactNode;
};

/** A table in a frame that scrolls horizontally. */
export function Table({ label, columns, className = 'table--cards', frame = 'table-frame', children }: TableProps) {
  return (
    // Scrollable regions must be reachable by keyboard (WCAG 2.1.1).
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={frame} tabIndex={0} aria-label={label}>
      <table className={`table ${className}`}>
        <thead>
          <tr>{columns.map(headOf)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function headOf(column: Column) {
  if (typeof column === 'string')
    return (
      <th key={column} scope="col">
        {column}
      </th>
    );
  if ('number' in column)
    return (
      <th key={column.number} scope="col" className="number">
        {column.number}
      </th>
    );
  return (
    <th key={column.unseen} scope="col">
      <span className="visually-hidden">{column.unseen}</span>
    </th>
  );
}
