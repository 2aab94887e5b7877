import { useAsk } from '../../api/hooks.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { ACCOUNT_KEYS, ACCOUNT_LIMITS, ACCOUNT_PASSKEYS, ACCOUNT_PEOPLE, ACCOUNT_SESSIONS } from './operations.ts';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { ThemeSection } from './ThemeSection.tsx';
import './account.css';

/** All sections come at once: none moves when another has its answer. */
export function AccountPage() {
  const asked = [
    useAsk(ACCOUNT_KEYS, {}),
    useAsk(ACCOUNT_LIMITS, {}),
    useAsk(ACCOUNT_PEOPLE, {}),
    useAsk(ACCOUNT_SESSIONS, {}),
    useAsk(ACCOUNT_PASSKEYS, {}),
  ];
  return (
    <Page title="Keys & account" about="Who may act for this account, and how much.">
      {asked.some(({ isPending }) => isPending) ? <Skeleton lines={6} /> : <Sections />}
    </Page>
  );
}

function Sections() {
  return (
    <div className="stack stack--large">
      <KeysSection />
      <LimitsSection />
      <PeopleSection />
      <SessionsSection />
      <PasskeysSection />
      <ThemeSection />
      <PasswordSection />
    </div>
  );
}
