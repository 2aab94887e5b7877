import { Link } from '@tanstack/react-router';

type NextStepsProps = { readonly stack: { readonly id: string } | null };

/** Where to go once the checklist is known. */
export function NextSteps({ stack }: NextStepsProps) {
  return (
    <section className="stack" aria-labelledby="next-title">
      <h2 id="next-title">What you can do next</h2>
      <div className="grid">
        <Link className="card stack stack--small" to={stack ? `/stacks/${stack.id}/connect` : '/stacks'}>
          <h3>Connect an agent</h3>
          <p className="soft small">
            Claude, Cursor, VS Code or your own code: one address and a token, in the form that it wants.
          </p>
        </Link>
        <Link className="card stack stack--small" to="/import">
          <h3>Bring your own API</h3>
          <p className="soft small">
            Every operation of an OpenAPI document becomes a tool. Look at them before you save.
          </p>
        </Link>
        <Link className="card stack stack--small" to="/activity">
          <h3>See what happened</h3>
          <p className="soft small">Calls as they are made, how long they take, and which fail.</p>
        </Link>
      </div>
    </section>
  );
}
