import { useMutation } from '@tanstack/react-query';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { ConnectionOutcome } from '../../../gql/graphql.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import type { CredentialPlace } from './CredentialField.tsx';
import { STACKS_TEST_CONNECTION } from './operations.ts';

const WORDS = {
  WORKS: { kind: 'good', label: 'Works' },
  REFUSED: { kind: 'bad', label: 'Refused' },
  MISSING: { kind: 'warn', label: 'Missing' },
  UNREACHABLE: { kind: 'bad', label: 'Not reached' },
  UNKNOWN: { kind: 'plain', label: 'Not known' },
} as const satisfies Record<ConnectionOutcome, object>;

/** Tries what is stored by a tool that only reads, or by the one that the server’s document names. */
export function TestConnection({ place }: { readonly place: CredentialPlace }) {
  const test = useMutation({
    mutationFn: async () => payloadOf((await sendOperation(STACKS_TEST_CONNECTION, { input: place })).testConnection),
  });
  const { data } = test;
  return (
    <div className="row">
      <Button size="small" isBusy={test.isPending} onClick={() => test.mutate()}>
        Test connection
      </Button>
      <span className="small" role="status">
        {test.isPending && 'Asking the service…'}
        {data && !test.isPending && (
          <>
            <Badge kind={WORDS[data.outcome].kind}>{WORDS[data.outcome].label}</Badge> {data.message}
          </>
        )}
      </span>
      <ErrorNotice error={test.error} />
    </div>
  );
}
