import { Link } from '@tanstack/react-router';
import { Notice } from '../../ui/Notice.tsx';

/** What to do with a link that lets nobody in. */
export function UselessLink() {
  return (
    <>
      <Notice kind="warn">
        <p>This link works no longer: it was used already, is older than a day, or was taken back.</p>
        <p>
          Ask whoever invited you for a new one. Whoever runs Toolyard makes one with <code>toolyard user invite</code>.
          While nobody has an account yet, a restart of the service prints one too.
        </p>
      </Notice>
      <p className="small soft">
        Did you use it yourself? <Link to="/signin">Sign in</Link>
      </p>
    </>
  );
}
