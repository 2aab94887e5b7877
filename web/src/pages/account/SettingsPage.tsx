import './account.css';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { chooseTheme, storedTheme, type Theme } from '../../shell/theme.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { Section } from '../../ui/Section.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { ACCOUNT_LIMITS, ACCOUNT_PASSKEYS, ACCOUNT_SESSIONS } from './operations.ts';
import { PasskeysSection } from './PasskeysSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/** All sections appear together so that the layout doesn't shift. */
export function SettingsPage() {
  const queries = [
    useApiQuery(ACCOUNT_LIMITS, {}),
    useApiQuery(ACCOUNT_SESSIONS, {}),
    useApiQuery(ACCOUNT_PASSKEYS, {}),
  ];
  return (
    <Page title="Settings" about="How you sign in, how the dashboard looks, and the limits of this account.">
      {queries.some(({ isLoading }) => isLoading) ? <Skeleton lines={6} /> : <Sections />}
    </Page>
  );
}

const Sections = () => (
  <div className="stack stack--large">
    <ThemeSection />
    <SessionsSection />
    <PasskeysSection />
    <PasswordSection />
    <LimitsSection />
  </div>
);

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
