import { useState } from 'react';
import { isNotifying, switchNotifications } from '../../shell/inbox/useInbox.ts';
import { MayInAccount } from '../../shell/May.tsx';
import { Section } from '../../ui/Section.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { MailCard } from '../alerts/MailCard.tsx';
import { RulesCard } from '../alerts/RulesCard.tsx';
import { WebhooksSection } from '../approvals/WebhooksSection.tsx';

/** The channels that notify a person, and the alert conditions. */
export function NotificationsTab() {
  return (
    <div className="stack stack--large">
      <Section title="In this browser" about="Notifies you of new items while you’re in another tab or app.">
        <BrowserSwitch />
      </Section>
      <MayInAccount right="READ">
        <Section title="By email" about="Sends you each new alert.">
          <MailCard />
        </Section>
      </MayInAccount>
      <MayInAccount right="ADMIN">
        <WebhooksSection />
      </MayInAccount>
      <MayInAccount right="READ">
        <RulesCard />
      </MayInAccount>
    </div>
  );
}

function BrowserSwitch() {
  const [isOn, setIsOn] = useState(isNotifying);
  const [isRefused, setIsRefused] = useState(false);
  const change = async (isEnabled: boolean) => {
    const isNow = await switchNotifications(isEnabled);
    setIsOn(isNow);
    setIsRefused(isEnabled && !isNow);
  };
  return (
    <div className="card stack stack--small">
      <Switch label="Notify me in this browser" isOn={isOn} onChange={(isEnabled) => void change(isEnabled)} />
      {isRefused && (
        <p className="field__error" role="alert">
          Your browser blocks notifications from this address. Allow them in its settings for this site. Browsers offer
          notifications only over HTTPS and on this machine.
        </p>
      )}
    </div>
  );
}
