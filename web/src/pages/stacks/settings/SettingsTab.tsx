import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { May, MayChange } from '../../../shell/May.tsx';
import { useMayInAccount } from '../../../shell/useMay.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/Code.tsx';
import { Time } from '../../../ui/Time.tsx';
import { DeleteStackDialog } from '../DeleteStackDialog.tsx';
import { KeepContents } from '../KeepContents.tsx';
import { useOpenStack } from '../openStack.ts';
import { RecordCalls } from '../RecordCalls.tsx';
import { RenameForm } from '../RenameForm.tsx';
import { DuplicateStackDialog } from './DuplicateStackDialog.tsx';

export function SettingsTab() {
  const stack = useOpenStack();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isDuplicating, setIsDuplicating] = useState(false);
  const mayDuplicate = useMayInAccount('WRITE');
  return (
    <div className="stack stack--large">
      <May right="WRITE">
        <section className="card stack" aria-labelledby="stacks-name">
          <h2 id="stacks-name">Rename</h2>
          <RenameForm key={stack.name} stack={stack} />
        </section>
      </May>
      <section className="card stack" aria-labelledby="stacks-recording">
        <h2 id="stacks-recording">Call recording</h2>
        <MayChange right="WRITE">
          <RecordCalls stack={stack} />
        </MayChange>
        <MayChange right="ADMIN" isOfAccount>
          <KeepContents stack={stack} />
        </MayChange>
      </section>
      <section className="card stack" aria-labelledby="stacks-facts">
        <h2 id="stacks-facts">API details</h2>
        <dl className="facts stacks-facts">
          <dt>Stack ID</dt>
          <dd className="row">
            <code>{stack.id}</code>
            <CopyButton text={stack.id} label="Copy ID" />
          </dd>
          <dt>Created</dt>
          <dd>
            <Time at={stack.createdAt} isExact />
          </dd>
        </dl>
      </section>
      {mayDuplicate && (
        <section className="card stack" aria-labelledby="stacks-duplicate">
          <h2 id="stacks-duplicate">Duplicate</h2>
          <p className="soft">
            Creates a stack with the same servers, tools, settings, rules and skills. Credentials and client endpoints
            aren’t copied.
          </p>
          <div>
            <Button onClick={() => setIsDuplicating(true)}>Duplicate stack</Button>
          </div>
        </section>
      )}
      <May right="WRITE">
        <section className="card stack" aria-labelledby="stacks-delete">
          <h2 id="stacks-delete">Delete</h2>
          <p className="soft">
            Permanently deletes the stack with its servers, credentials, client endpoints, rules and call records.
          </p>
          <div>
            <Button kind="danger" onClick={() => setIsDeleting(true)}>
              Delete stack
            </Button>
          </div>
        </section>
      </May>
      {isDuplicating && <DuplicateStackDialog stack={stack} onClose={() => setIsDuplicating(false)} />}
      {isDeleting && (
        <DeleteStackDialog
          stack={stack}
          onDeleted={() => navigate({ to: '/stacks' })}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  );
}
