import { useEffect, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { useMayInAccount } from '../../shell/useMay.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ALERTS_MAIL, ALERTS_UPDATE_MAIL } from './operations.ts';

const CONFIRM = '#confirm=';

/** What the link of a letter holds; it leaves the address at once, so that no history keeps it. */
function takeConfirmation(): string | null {
  const { hash, pathname } = window.location;
  if (!hash.startsWith(CONFIRM)) return null;
  window.history.replaceState(window.history.state, '', pathname);
  return hash.slice(CONFIRM.length);
}

/** E-mail to the person who is signed in, and the way to webhooks. */
export function MailCard() {
  const query = useApiQuery(ALERTS_MAIL, {});
  const [confirmation] = useState(takeConfirmation);
  const update = useApiMutation('updateAlertMail', async (input: { isOn: boolean; confirmation?: string }) =>
    payloadOf((await sendOperation(ALERTS_UPDATE_MAIL, { input })).updateAlertMail),
  );
  const { mutate } = update;
  useEffect(() => {
    if (confirmation !== null)
      mutate({ isOn: true, confirmation }, { onSuccess: () => toast('Alerts reach you by e-mail from now on.') });
  }, [confirmation, mutate]);
  return (
    <div className="card stack stack--small">
      <Loaded query={query} lines={1}>
        {({ alertMail }) =>
          alertMail ? (
            <>
              <Switch
                label={`E-mail to ${alertMail.address}`}
                isOn={alertMail.state !== 'OFF'}
                isDisabled={update.isPending}
                onChange={(isOn) => update.mutate({ isOn })}
              />
              {alertMail.state === 'UNCONFIRMED' && (
                <Notice kind="warn">
                  <p>A letter is on its way. Open the link in it within a day: until then nothing else is sent.</p>
                </Notice>
              )}
            </>
          ) : (
            <p className="soft small">
              There is no e-mail: whoever runs Toolyard sets up a mail server with <code>TOOLYARD_SMTP_URL</code>.
            </p>
          )
        }
      </Loaded>
      <ErrorNotice error={update.error} />
      <Webhooks />
    </div>
  );
}

/** Where addresses of the account are told. */
function Webhooks() {
  const may = useMayInAccount('ADMIN');
  return (
    <div className="row row--spread">
      <p className="soft small">Slack, a pager or a program of yours is told by a webhook of alerts.</p>
      {may && (
        <ButtonLink to="/approvals" size="small">
          Webhooks
        </ButtonLink>
      )}
    </div>
  );
}
