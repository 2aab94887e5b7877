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

/** Which tools of the stack the account's own model picks for a sentence, and why. */
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
          {chatModel && !mayInvoke && <Notice>Your role does not let you call tools of this stack.</Notice>}
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
    <Empty title="The chat is off until you set a model" action={action}>
      With a model of your own, from OpenAI, Anthropic or this machine, you see which tool of this stack it picks for a
      sentence, and why. What you say, the tools and what they answer go to that model. An owner or admin sets it, for
      all of the account.
    </Empty>
  );
}

type ModelLineProps = { readonly model: Model; readonly onChange: () => void };

function ModelLine({ model, onChange }: ModelLineProps) {
  const remove = useApiMutation('removeChatModel', async () =>
    payloadOf((await sendOperation(STACKS_REMOVE_MODEL, {})).removeChatModel),
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
      {model.keyState === 'MISSING' && (
        <Notice kind="warn">Its key has to be entered again, since the address has changed.</Notice>
      )}
      <ErrorNotice error={remove.error} />
    </section>
  );
}
