import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { CallOutcome } from '../../../gql/graphql.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import type { CredentialPlace } from './CredentialField.tsx';
import { STACKS_TEST_CONNECTION } from './operations.ts';

const UNREACHABLE = { kind: 'bad', label: 'Unreachable' } as const;
const UNKNOWN = { kind: 'plain', label: 'Unknown' } as const;

/** Other outcomes say nothing about the credentials. */
const WORDS = {
  OK: { kind: 'good', label: 'Works' },
  UPSTREAM_REFUSED: { kind: 'bad', label: 'Refused' },
  MISSING_CREDENTIALS: { kind: 'warn', label: 'Missing' },
  TIMED_OUT: UNREACHABLE,
  UNREACHABLE,
  OUTCOME_UNKNOWN: UNREACHABLE,
  ADDRESS_REFUSED: UNREACHABLE,
} as const satisfies { readonly [O in CallOutcome]?: object };

const isTelling = (outcome: CallOutcome | null | undefined): outcome is keyof typeof WORDS =>
  typeof outcome === 'string' && Object.hasOwn(WORDS, outcome);

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
  const { kind, label } = isTelling(data?.outcome) ? WORDS[data.outcome] : UNKNOWN;
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
            <Badge kind={kind}>{label}</Badge> {data.message}
          </>
        )}
      </span>
      <ErrorNotice error={test.error} />
    </div>
  );
}
