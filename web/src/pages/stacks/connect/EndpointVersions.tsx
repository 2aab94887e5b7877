import { useState } from 'react';
import { useApiQuery } from '../../../api/hooks.ts';
import type { StacksEndpointFragment } from '../../../gql/graphql.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { Table } from '../../../ui/Table.tsx';
import { STACKS_ENDPOINT_FIGURES } from './operations.ts';
import { VersionForm } from './VersionForm.tsx';

type EndpointVersionsProps = { readonly endpoint: StacksEndpointFragment };

/** The version of the stack that an endpoint's agents get, its canary, and the calls of each version. */
export function EndpointVersions({ endpoint }: EndpointVersionsProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { pinnedVersion, canary, name } = endpoint;
  return (
    <div className="stack stack--small">
      <div className="row row--spread">
        <span>
          {pinnedVersion === null ? 'Latest version' : `Version ${pinnedVersion}`}
          {canary && `, ${canary.percent} % of calls to version ${canary.version}`}
        </span>
        <May right="WRITE">
          <Button size="small" aria-label={`Change version of ${name}`} onClick={() => setIsChoosing(true)}>
            Change version
          </Button>
        </May>
      </div>
      <details className="stacks-details" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>Calls by version</summary>
        {isOpen && <Figures endpoint={endpoint} />}
      </details>
      {isChoosing && <VersionForm endpoint={endpoint} onClose={() => setIsChoosing(false)} />}
    </div>
  );
}

function Figures({ endpoint: { id, name } }: EndpointVersionsProps) {
  const query = useApiQuery(STACKS_ENDPOINT_FIGURES, { endpointId: id });
  return (
    <Loaded query={query} lines={1}>
      {({ clientEndpoint }) => {
        const figures = clientEndpoint?.versionFigures ?? [];
        if (figures.length === 0) return <p className="soft small">No calls in the last 24 hours.</p>;
        return (
          <Table
            label={`Calls of ${name} by version, last 24 hours`}
            columns={['Version', { number: 'Calls' }, { number: 'Failed' }]}
          >
            {figures.map(({ version, callCount, failureCount }) => (
              <tr key={version}>
                <td data-label="Version">{version ?? 'Unknown'}</td>
                <td data-label="Calls" className="number">
                  {callCount}
                </td>
                <td data-label="Failed" className="number">
                  {failureCount}
                </td>
              </tr>
            ))}
          </Table>
        );
      }}
    </Loaded>
  );
}
