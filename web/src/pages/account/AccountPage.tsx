import './account.css';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { MayInAccount } from '../../shell/May.tsx';
import { chooseTheme, storedTheme, type Theme } from '../../shell/theme.ts';
import { useMayInAccount, useRole } from '../../shell/useMay.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { Section } from '../../ui/Section.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { ACCOUNT_KEY_TOTALS, ACCOUNT_LIMITS, ACCOUNT_PASSKEYS, ACCOUNT_SESSIONS } from './operations.ts';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PeopleSection } from './people/PeopleSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { usePeople } from './usePeople.ts';

/** All sections appear together so that the layout doesn't shift. */
export function AccountPage() {
  const isKnown = useRole() !== null;
  const enabled = useMayInAccount('READ');
  const queries = [
    useApiQuery(ACCOUNT_KEY_TOTALS, {}, { enabled }),
    useApiQuery(ACCOUNT_LIMITS, {}),
    usePeople(),
    useApiQuery(ACCOUNT_SESSIONS, {}),
    useApiQuery(ACCOUNT_PASSKEYS, {}),
  ];
  return (
    <Page title="Keys & account" about="API keys, people and sign-in methods for this account.">
      {!isKnown || queries.some(({ isLoading }) => isLoading) ? <Skeleton lines={6} /> : <Sections />}
    </Page>
  );
}

function Sections() {
  return (
    <div className="stack stack--large">
      <MayInAccount right="READ">
        <KeysSection />
      </MayInAccount>
      <LimitsSection />
      <MayInAccount right="READ">
        <PeopleSection />
      </MayInAccount>
      <SessionsSection />
      <PasskeysSection />
      <ThemeSection />
      <PasswordSection />
    </div>
  );
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function ThemeSection() {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <Section title="Theme" about="Applies to this browser.">
      <fieldset className="row">
        <legend className="visually-hidden">Theme</legend>
        {THEMES.map(([value, label]) => (
          <label key={value} className="choice">
            <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => choose(value)} />
            {label}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
