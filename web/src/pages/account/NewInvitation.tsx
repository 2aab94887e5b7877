import { SecretOnce } from '../../ui/SecretOnce.tsx';

type NewInvitationProps = { readonly url: string; readonly onDone: () => void };

const isLoopback = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** The one time that an invitation's link is on the screen. */
export function NewInvitation({ url, onDone }: NewInvitationProps) {
  return (
    <SecretOnce label="invitation link" secret={url} onDone={onDone}>
      <p>Send it to one person, who then may do everything here. It works once, for a day.</p>
      {isLoopback(url) && (
        <p>
          It leads to this machine, so it works for people at this machine alone. For others, set{' '}
          <code>TOOLYARD_PUBLIC_URL</code> to an address that they reach, then make a new link.
        </p>
      )}
    </SecretOnce>
  );
}
