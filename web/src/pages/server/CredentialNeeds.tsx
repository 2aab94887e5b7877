import { Badge } from '../../ui/Badge.tsx';
import { FoldedMarkdown } from '../../ui/Markdown.tsx';
import { TokenLink } from '../../ui/TokenLink.tsx';
import { type CredentialNeed, credentialNeed, neededBy } from '../marketplace/search.ts';

type NeededField = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Number of tools that use the credential; absent in a preview. */
  readonly toolCount?: number;
  readonly isSecret: boolean;
  /** Absent in a preview. */
  readonly link?: string | null;
};

/** The credentials a server needs; each stack has its own values. */
export function CredentialNeeds({ fields }: { readonly fields: readonly NeededField[] }) {
  const need = credentialNeed({ credentialFields: fields });
  return (
    <section className="card stack" aria-labelledby="server-credentials">
      <h2 id="server-credentials">Credentials</h2>
      {need === 'none' ? (
        <p className="soft">None needed. Its tools work as soon as it’s in a stack.</p>
      ) : (
        <>
          <p className="small soft">
            {need === 'some' && 'Some of its tools need one or more of these. '}
            You enter them once per stack, after adding the server. They’re stored encrypted.
          </p>
          <ul className="stack">
            {fields.map((field) => (
              <FieldItem key={field.id} field={field} otherwise={otherwiseOf(field, need)} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Badge for an optional field. */
function otherwiseOf({ toolCount }: NeededField, need: CredentialNeed): string {
  if (toolCount !== undefined && toolCount > 0) return sentence(neededBy({ toolCount }));
  return toolCount === undefined && need === 'some' ? 'For some tools' : 'Optional';
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type FieldItemProps = {
  readonly field: NeededField;
  /** Badge if it's not required. */
  readonly otherwise: string;
};

function FieldItem({ field: { id, name, description, isRequired, isSecret, link = null }, otherwise }: FieldItemProps) {
  return (
    <li className="stack stack--small">
      <div className="row">
        <h3>{name}</h3>
        <Badge kind={isRequired ? 'warn' : 'plain'}>{isRequired ? 'Required' : otherwise}</Badge>
        {!isSecret && <Badge>Not secret</Badge>}
      </div>
      <code className="small soft">{id}</code>
      <FoldedMarkdown className="small" text={description} summary={`About ${name}`} />
      {link !== null && (
        <p className="small">
          <TokenLink link={link} name={name} />
        </p>
      )}
    </li>
  );
}
