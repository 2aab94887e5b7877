import { Code } from '../../ui/Code.tsx';

export function VerifyNote() {
  return (
    <section className="card stack stack--small" aria-labelledby="verify">
      <h2 id="verify">Check that nothing was changed</h2>
      <p className="soft">
        Each event holds a SHA-256 hash over itself and the event before it. Whoever runs this installation can go over
        the whole chain, and is told of any event that was edited, removed, added or moved:
      </p>
      <Code text="npm run -s toolyard -- audit verify" label="Command that checks the chain" isWrapped />
    </section>
  );
}
