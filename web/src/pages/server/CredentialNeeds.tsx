import { Badge } from '../../ui/Badge.tsx';
import { TokenLink } from '../../ui/TokenLink.tsx';
import { type CredentialNeed, credentialNeed, neededBy } from '../marketplace/search.ts';

type NeededField = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** How many tools name it; absent of what is not saved yet. */
  readonly toolCount?: number;
  readonly secret: boolean;
  /** Absent of what is not saved yet. */
  readonly link?: string | null;
};

/** The credentials of a server; their values belong to a stack and are entered there. */
export function CredentialNeeds({ fields }: { readonly fields: readonly NeededField[] }) {
  const need = credentialNeed({ credentialFields: fields });
  return (
    <section className="card stack" aria-labelledby="server-credentials">
      <h2 id="server-credentials">Credentials</h2>
      {need === 'none' ? (
        <p className="soft">None needed: its tools work as soon as it is in a stack.</p>
      ) : (
        <>
          <p className="small soft">
            {need === 'some' && 'Some of its tools need one or more of these. '}
            You enter them once per stack, after adding the server. They are stored encrypted.
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

/** What a field is that is not required. */
function otherwiseOf({ toolCount }: NeededField, need: CredentialNeed): string {
  if (toolCount !== undefined && toolCount > 0) return sentence(neededBy({ toolCount }));
  return toolCount === undefined && need === 'some' ? 'For some tools' : 'Optional';
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type FieldItemProps = {
  readonly field: NeededField;
  /** What it is where it is not required. */
  readonly otherwise: string;
};

function FieldItem({ field: { id, name, description, required, secret, link = null }, otherwise }: FieldItemProps) {
  return (
    <li className="stack stack--small">
      <div className="row">
        <h3>{name}</h3>
        <Badge kind={required ? 'warn' : 'plain'}>{required ? 'Required' : otherwise}</Badge>
        {!secret && <Badge>Not secret</Badge>}
      </div>
      <code className="small soft">{id}</code>
      <p className="small">
        {description} <TokenLink link={link} name={name} />
      </p>
    </li>
  );
}
