import './chat.css';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { MayInAccount } from '../../../shell/May.tsx';
import { useMay } from '../../../shell/useMay.ts';
import { Button } from '../../../ui/Button.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { ErrorNotice, Notice } from '../../../ui/Notice.tsx';
import { useOpenStack } from '../openStack.ts';
import { Conversation } from './Conversation.tsx';
import { type Model, ModelForm } from './ModelForm.tsx';
import { STACKS_CHAT_MODEL, STACKS_REMOVE_MODEL } from './operations.ts';

/** Shows which tools of the stack the account's model picks for a prompt. */
export function ChatTab() {
  const stack = useOpenStack();
  const query = useApiQuery(STACKS_CHAT_MODEL, {});
  const [isSetting, setIsSetting] = useState(false);
  const mayInvoke = useMay('INVOKE');
  return (
    <Loaded query={query} lines={4}>
      {({ chatModel }) => (
        <div className="stack stack--large">
          {chatModel ? <ModelLine model={chatModel} onChange={() => setIsSetting(true)} /> : null}
          {chatModel && mayInvoke && <Conversation stackId={stack.id} />}
          {chatModel && !mayInvoke && <Notice>Your role doesn’t let you call this stack’s tools.</Notice>}
          {!chatModel && <Off onSet={() => setIsSetting(true)} />}
          {isSetting && <ModelForm model={chatModel ?? null} onClose={() => setIsSetting(false)} />}
        </div>
      )}
    </Loaded>
  );
}

function Off({ onSet }: { readonly onSet: () => void }) {
  const action = (
    <MayInAccount right="ADMIN">
      <Button kind="primary" onClick={onSet}>
        Set a model
      </Button>
    </MayInAccount>
  );
  return (
    <Empty title="No model is set" action={action}>
      Set a model from OpenAI, Anthropic or your own machine to see which of this stack’s tools it picks for a prompt.
      Your prompts, the tools and their results are sent to that model. Only owners and admins can set it, for the whole
      account.
    </Empty>
  );
}

type ModelLineProps = { readonly model: Model; readonly onChange: () => void };

function ModelLine({ model, onChange }: ModelLineProps) {
  const remove = useApiMutation('deleteChatModel', async () =>
    payloadOf((await sendOperation(STACKS_REMOVE_MODEL, {})).deleteChatModel),
  );
  return (
    <section className="stack stack--small" aria-label="Model">
      <div className="row row--spread">
        <p className="chat__text">
          <strong>{model.model}</strong> <span className="soft small">at {model.url}</span>
        </p>
        <MayInAccount right="ADMIN">
          <div className="row">
            <Button size="small" onClick={onChange}>
              Change model
            </Button>
            <Button size="small" isBusy={remove.isPending} onClick={() => remove.mutate(undefined)}>
              Remove model
            </Button>
          </div>
        </MayInAccount>
      </div>
      {model.keyState === 'MISSING' && <Notice kind="warn">The URL has changed, so enter the key again.</Notice>}
      <ErrorNotice error={remove.error} />
    </section>
  );
}
