import { Page } from '../../ui/Page.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { ThemeSection } from './ThemeSection.tsx';
import './account.css';

export function AccountPage() {
  return (
    <Page title="Keys & account" about="Who may act for this account, and how much.">
      <div className="stack stack--large">
        <KeysSection />
        <LimitsSection />
        <PeopleSection />
        <SessionsSection />
        <ThemeSection />
        <PasswordSection />
      </div>
    </Page>
  );
}
