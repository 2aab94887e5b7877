import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { useMay } from '../../shell/useMay.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';
import { useSecrets } from '../../ui/useSecrets.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { KeyTable } from './KeyTable.tsx';
import { ACCOUNT_KEYS } from './operations.ts';
import { Section } from './Section.tsx';

export function KeysSection() {
  const query = useApiQuery(ACCOUNT_KEYS, {});
  const mayManage = useMay('ADMIN');
  const [isCreating, setIsCreating] = useState(false);
  const { secrets, show, drop } = useSecrets<string>();
  const create = (
    <Button kind="primary" onClick={() => setIsCreating(true)}>
      <Plus size={16} aria-hidden /> New API key
    </Button>
  );
  return (
    <Section
      title="API keys"
      about="For your own programs: this account over GraphQL and REST, as far as the key’s role goes."
      action={mayManage && create}
    >
      {secrets.map((secret) => (
        <SecretOnce key={secret} label="API key" secret={secret} onDone={() => drop(secret)} />
      ))}
      <Loaded query={query} lines={2}>
        {({ apiKeys }) =>
          apiKeys && apiKeys.nodes.length > 0 ? (
            <KeyTable keys={apiKeys.nodes} />
          ) : (
            <Empty title="No API key yet">
              Programs that manage this account need one. Agents do not: they get a token of one stack.
            </Empty>
          )
        }
      </Loaded>
      {isCreating && (
        <CreateKeyDialog
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            show(key);
            setIsCreating(false);
          }}
        />
      )}
    </Section>
  );
}
