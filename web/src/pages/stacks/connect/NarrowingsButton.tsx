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
import { STACKS_REVOKE_NARROWING } from './operations.ts';

/** What was narrowed from a token: its chain, and the end of one link of it with all that is within. */
export function NarrowingsButton({ token }: { readonly token: StacksTokenFragment }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={`Narrowings of token ${token.name}`} onClick={() => setIsOpen(true)}>
        Narrowings
      </Button>
      {isOpen && <Narrowings token={token} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type NarrowingsProps = { readonly token: StacksTokenFragment; readonly onClose: () => void };

const NOTHING_READ: Read | null = null;

function Narrowings({ token, onClose }: NarrowingsProps) {
  const [text, setText] = useState('');
  const [read, setRead] = useState<Read | null>(NOTHING_READ);
  const [revoking, setRevoking] = useState<Link | null>(null);
  if (revoking) return <RevokeDialog token={token} link={revoking} onClose={() => setRevoking(null)} />;
  const show = async () => setRead(text.trim() === '' ? null : await readChain(text, token.id));
  return (
    <Dialog title={`Narrowed from ${token.name}`} isWide onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <p>
          Whoever holds this token can make it reach less for a sub-agent, without asking here. Each such step can be
          ended alone: then no token that went through it works, and all others do.
        </p>
        <TextAreaField
          label="Narrowed token, or the id of a narrowing"
          hint="It is read in this browser and sent nowhere. Refused calls name the id."
          rows={3}
          isMono
          value={text}
          error={read && 'problem' in read ? read.problem : null}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button type="submit">Show the chain</Button>
        </div>
      </form>
      {read && 'links' in read && (
        <ChainList links={read.links} revoked={token.revokedNarrowings} onRevoke={setRevoking} />
      )}
      <Revoked ids={token.revokedNarrowings} />
      <div className="dialog__actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

function Revoked({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return <p className="soft small">No narrowing of this token was revoked.</p>;
  return (
    <section className="stack stack--small" aria-label="Revoked narrowings">
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
  const revoke = useApiMutation('revokeTokenNarrowing', async () => {
    const input = { tokenId: token.id, narrowingId: id };
    payloadOf((await sendOperation(STACKS_REVOKE_NARROWING, { input })).revokeTokenNarrowing);
    toast('What was narrowed so is revoked');
  });
  return (
    <ConfirmDialog
      title="Revoke this narrowing?"
      action="Revoke narrowing"
      sending={revoke}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <code>{id}</code>
      </p>
      <p>
        Every token that was narrowed through it is refused from the next request on, for good. {token.name} and what
        was narrowed otherwise go on working.
      </p>
    </ConfirmDialog>
  );
}
