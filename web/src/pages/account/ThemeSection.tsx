import { useState } from 'react';
import { chooseTheme, storedTheme, type Theme } from '../../shell/theme.ts';
import { Section } from './Section.tsx';

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

export function ThemeSection() {
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    chooseTheme(next);
  };
  return (
    <Section title="Theme" about="For this browser.">
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
