import { Badge } from '../../ui/Badge.tsx';

type NeededField = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly secret: boolean;
};

/** The credentials of a server; their values belong to a stack and are entered there. */
export function CredentialNeeds({ fields }: { readonly fields: readonly NeededField[] }) {
  return (
    <section className="card stack" aria-labelledby="server-credentials">
      <h2 id="server-credentials">Credentials</h2>
      {fields.length === 0 ? (
        <p className="soft">None needed: its tools work as soon as it is in a stack.</p>
      ) : (
        <>
          <p className="small soft">
            You enter them once per stack, after adding the server. They are stored encrypted.
          </p>
          <ul className="stack">
            {fields.map(({ id, name, description, required, secret }) => (
              <li key={id} className="stack stack--small">
                <div className="row">
                  <h3>{name}</h3>
                  <Badge kind={required ? 'warn' : 'plain'}>{required ? 'Required' : 'Optional'}</Badge>
                  {!secret && <Badge>Not secret</Badge>}
                </div>
                <code className="small soft">{id}</code>
                {description && <p className="small">{description}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
