import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { useState } from 'react';
import { isRecord } from '../../../api/isRecord.ts';
import { SearchInput } from '../../../ui/SearchInput.tsx';

/** Above this number there is a search, and optional members are collapsed. */
const SHORT_MAX = 12;

type MembersProps = Pick<ObjectFieldTemplateProps, 'properties' | 'schema' | 'formData' | 'errorSchema'>;

export function Members(props: MembersProps) {
  if (props.properties.length <= SHORT_MAX) return props.properties.map(({ content }) => content);
  return <ManyMembers {...props} />;
}

function ManyMembers({ properties, schema, formData, errorSchema }: MembersProps) {
  const [search, setSearch] = useState('');
  const required = new Set(schema.required);
  // Without required members, collapsing the optional ones would leave the form empty.
  const [isOpen, setIsOpen] = useState(required.size === 0);
  const isFound = ({ name }: { readonly name: string }) =>
    matches(name, schema.properties?.[name], search) || errorSchema?.[name] !== undefined;
  const shown = properties.filter(isFound);
  const needed = shown.filter(({ name }) => required.has(name));
  const others = shown.filter(({ name }) => !required.has(name));
  const entered = others.filter(({ name }) => isRecord(formData) && formData[name] !== undefined).length;
  const isForced = search.trim() !== '' || others.some(({ name }) => errorSchema?.[name] !== undefined);
  return (
    <>
      <SearchInput label={`Search ${properties.length} arguments`} value={search} onChange={setSearch} />
      <p className="visually-hidden" role="status">
        {search.trim() !== '' && `${shown.length} found`}
      </p>
      {shown.length === 0 && <p className="soft">No arguments match.</p>}
      {needed.map(({ content }) => content)}
      {others.length > 0 && (
        <details
          className="playground__more"
          open={isOpen || isForced}
          onToggle={({ currentTarget }) => !isForced && setIsOpen(currentTarget.open)}
        >
          <summary>
            Optional ({others.length}
            {entered > 0 && `, ${entered} filled in`})
          </summary>
          <div className="stack">{others.map(({ content }) => content)}</div>
        </details>
      )}
    </>
  );
}

function matches(name: string, schema: unknown, search: string): boolean {
  const { title = '', description = '' } = isRecord(schema) ? schema : {};
  const text = `${name} ${title} ${description}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
