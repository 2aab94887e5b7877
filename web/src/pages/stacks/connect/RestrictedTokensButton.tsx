import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksTokenFragment } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextAreaField } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { ChainList } from './ChainList.tsx';
import { type Link, type Read, readChain } from './chain.ts';
import { STACKS_REVOKE_ATTENUATION } from './operations.ts';

/** Shows the restrictions of tokens derived from this one, and revokes them. */
export function RestrictedTokensButton({ token }: { readonly token: StacksTokenFragment }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Restricted tokens of ${token.name}`} onClick={() => setIsOpen(true)}>
        {' '}
        Restricted tokens{' '}
      </Button>
      {isOpen && <RestrictedTokens token={token} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type RestrictedTokensProps = { readonly token: StacksTokenFragment; readonly onClose: () => void };

const NOTHING_READ: Read | null = null;

function RestrictedTokens({ token, onClose }: RestrictedTokensProps) {
  const [text, setText] = useState('');
  const [read, setRead] = useState<Read | null>(NOTHING_READ);
  const [revoking, setRevoking] = useState<Link | null>(null);
  if (revoking) return <RevokeDialog token={token} link={revoking} onClose={() => setRevoking(null)} />;
  const show = async () => setRead(text.trim() === '' ? null : await readChain(text, token.id));
  return (
    <Dialog title={`Restricted tokens of ${token.name}`} isWide onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <p>
          Holders of this token can derive restricted (attenuated) tokens for sub-agents. If you revoke a restriction,
          every token derived through it stops working; all others keep working.
        </p>
        <TextAreaField
          label="Restricted token or restriction ID"
          hint="Read in your browser and never sent. Errors of denied calls include the ID."
          rows={3}
          isMono
          value={text}
          error={read && 'problem' in read ? read.problem : null}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button type="submit">Show restrictions</Button>
        </div>
      </form>
      {read && 'links' in read && (
        <ChainList links={read.links} revoked={token.revokedAttenuations} onRevoke={setRevoking} />
      )}
      <Revoked ids={token.revokedAttenuations} />
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Revoked({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return <p className="soft small">No revoked restrictions.</p>;
  return (
    <section className="stack stack--small" aria-label="Revoked restrictions">
      <h3>Revoked</h3>
      <ul className="small stacks-limits">
        {ids.map((id) => (
          <li key={id}>
            <code>{id}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RevokeProps = { readonly token: StacksTokenFragment; readonly link: Link; readonly onClose: () => void };

function RevokeDialog({ token, link: { id }, onClose }: RevokeProps) {
  const revoke = useApiMutation('revokeTokenAttenuation', async () => {
    const input = { tokenId: token.id, attenuationId: id };
    payloadOf((await sendOperation(STACKS_REVOKE_ATTENUATION, { input })).revokeTokenAttenuation);
    toast('Restriction revoked');
  });
  return (
    <ConfirmDialog
      title="Revoke this restriction?"
      action="Revoke restriction"
      sending={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <code>{id}</code>
      </p>
      <p>
        Every token derived through it stops working at the next request. You can’t undo this. {token.name} and its
        other restricted tokens keep working.
      </p>
    </ConfirmDialog>
  );
}
