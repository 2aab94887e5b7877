import { useMemo } from 'react';
import { Code } from '../../ui/Code.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { Table } from '../../ui/Table.tsx';
import { type SchemaRow, schemaRows } from './schemaRows.ts';

/** A tool's input as a table, with its JSON Schema. */
export function SchemaView({ schema }: { readonly schema: unknown }) {
  const { rows, isCut } = useMemo(() => schemaRows(schema), [schema]);
  return (
    <div className="stack stack--small">
      {rows.length === 0 ? (
        <p className="soft">No input.</p>
      ) : (
        <Table label="Input" columns={['Input', 'Type', 'Required', 'Description']} className="server-schema">
          {rows.map((row) => (
            <Row key={row.path} {...row} />
          ))}
        </Table>
      )}
      {isCut && <p className="small soft">More inputs are in the JSON Schema.</p>}
      <details className="server-raw">
        <summary>JSON Schema</summary>
        <Code text={JSON.stringify(schema, null, 2)} label="JSON Schema of the input" />
      </details>
    </div>
  );
}

function Row({ path, type, isRequired, description, rules }: SchemaRow) {
  return (
    <tr>
      <th scope="row">
        <code>{path}</code>
      </th>
      <td>{type}</td>
      <td className="server-schema__required">{isRequired ? 'Yes' : 'No'}</td>
      <td className="server-schema__about">
        {description && <Markdown text={description} />}
        {rules.length > 0 && <p className="small soft">{rules.join('; ')}</p>}
      </td>
    </tr>
  );
}
