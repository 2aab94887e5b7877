import { isRecord } from '../../api/isRecord.ts';

const ACTORS: Readonly<Record<string, string>> = {
  user: 'Person',
  apiKey: 'API key',
  agent: 'Agent',
  link: 'Sign-in link',
  operator: 'Operator',
};

export const actorText = (kind: string): string => ACTORS[kind] ?? kind;

export const hasDetails = (details: unknown): boolean => isRecord(details) && Object.keys(details).length > 0;
