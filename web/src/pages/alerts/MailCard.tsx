import { useEffect, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ALERTS_MAIL, ALERTS_UPDATE_MAIL } from './operations.ts';

const CONFIRM = '#confirm=';

/** Reads the code in the emailed link, then removes it from the address so that the browser history doesn't keep it. */
function readConfirmation(): string | null {
  const { hash, pathname } = window.location;
  if (!hash.startsWith(CONFIRM)) return null;
  window.history.replaceState(window.history.state, '', pathname);
  return hash.slice(CONFIRM.length);
}

export function MailCard() {
  const query = useApiQuery(ALERTS_MAIL, {});
  const [confirmation] = useState(readConfirmation);
  const update = useApiMutation('updateAlertMail', async (input: { isOn: boolean; confirmation?: string }) =>
    payloadOf((await sendOperation(ALERTS_UPDATE_MAIL, { input })).updateAlertMail),
  );
  const { mutate } = update;
  useEffect(() => {
    if (confirmation !== null)
      mutate({ isOn: true, confirmation }, { onSuccess: () => toast('You’ll now receive alerts by email.') });
  }, [confirmation, mutate]);
  return (
    <div className="card stack stack--small">
      <Loaded query={query} lines={1}>
        {({ alertMail }) =>
          alertMail ? (
            <>
              <Switch
                label={`Email alerts to ${alertMail.address}`}
                isOn={alertMail.state !== 'OFF'}
                isDisabled={update.isPending}
                onChange={(isOn) => update.mutate({ isOn })}
              />
              {alertMail.state === 'UNCONFIRMED' && (
                <Notice kind="warn">
                  <p>We sent you a confirmation email. Open its link within 24 hours to start receiving alerts.</p>
                </Notice>
              )}
            </>
          ) : (
            <p className="soft small">
              Email isn’t set up. Your operator can configure a mail server with <code>TOOLYARD_SMTP_URL</code>.
            </p>
          )
        }
      </Loaded>
      <ErrorNotice error={update.error} />
    </div>
  );
}
