import type { Case } from '../case.ts';
import { SKILL_TEXT } from '../scene.ts';
import { error } from './matchers.ts';

const LIST = { method: 'GET', path: '/s/{client}/skills', as: 'agent' } as const;
const READ = { method: 'GET', path: '/s/{client}/skills/{skill}', as: 'agent' } as const;
const UNAUTHENTICATED = { label: 'requires a credential', as: 'nobody', status: 401 } as const;

const FACTS = {
  name: 'tidy',
  description: 'Use when it is untidy.',
  uri: 'skill://tidy/SKILL.md',
  digest: 'sha256:4a082185320e6fbb701c2e1a3570fdf3fc07fdfab1912a22a9fe30918b6b6f7d',
  size: SKILL_TEXT.length,
  front_matter: { name: 'tidy', description: 'Use when it is untidy.', license: 'MIT' },
  server: null,
};

export const SKILL_CASES: readonly Case[] = [
  { label: 'lists skills without their texts', ...LIST, mentions: '{skill}', status: 200, body: { skills: [FACTS] } },
  {
    label: 'lists no skills of another stack',
    ...LIST,
    path: '/s/{bareClient}/skills',
    as: { bearer: '{bareToken}' },
    status: 200,
    body: { skills: [] },
  },
  { ...LIST, ...UNAUTHENTICATED, body: error('Invalid or missing token') },
  { label: 'shows a skill with its text', ...READ, status: 200, body: { ...FACTS, content: SKILL_TEXT } },
  { ...READ, ...UNAUTHENTICATED, body: error('Invalid or missing token') },
  {
    label: 'shows no skill of another stack',
    ...READ,
    path: '/s/{bareClient}/skills/{skill}',
    as: { bearer: '{bareToken}' },
    headers: { 'x-unused': '{stack}' },
    status: 404,
    body: error('Skill tidy not found'),
  },
  ...['/s/{damagedClient}/skills', '/s/{damagedClient}/skills/x'].map(
    (path): Case => ({
      label: 'says when we fail',
      method: 'GET',
      path,
      as: { bearer: '{damagedToken}' },
      status: 500,
      body: error('Internal error'),
    }),
  ),
];
