import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
  UNREACHABLE: { kind: 'bad', label: 'Unreachable' },
  UNKNOWN: { kind: 'plain', label: 'Unknown' },
} as const satisfies Record<ConnectionOutcome, object>;

/** Tests the stored credentials with a read-only tool, or the one the server's document names. */
export function TestConnection({ place }: { readonly place: CredentialPlace }) {
  const [toolId, setToolId] = useState<string | null>(null);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const test = useMutation({
    mutationFn: async () => {
      const input = { ...place, toolId };
      return payloadOf((await sendOperation(STACKS_TEST_CONNECTION, { input })).testConnection);
    },
    onSuccess: ({ toolIds }) => setOffered(toolIds),
    // The chosen tool may have been disabled since; the next test offers the others.
    onError: () => setToolId(null),
  });
  const { data } = test;
  return (
    <div className="row">
      <Button size="small" isBusy={test.isPending} onClick={() => test.mutate()}>
        Test connection
      </Button>
      {offered.length > 1 && (
        <select
          className="control stacks-tested"
          aria-label="Tool to test with"
          value={toolId ?? offered[0]}
          onChange={({ target }) => setToolId(target.value)}
        >
          {offered.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
      <span className="small" role="status">
        {test.isPending && 'Testing…'}
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
