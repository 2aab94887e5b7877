import type { ServerDocument } from '../../core/servers/document.ts';
import { builder } from '../builder.ts';

export const ServerCategory = builder.enumType('ServerCategory', {
  description: 'The marketplace category of a server.',
  values: {
    COMMUNICATION: { value: 'communication', description: 'Mail, chat, calls and contacts.' },
    PRODUCTIVITY: { value: 'productivity', description: 'Tasks, calendars and documents.' },
    FILES: { value: 'files', description: 'File storage.' },
    DEVELOPMENT: { value: 'development', description: 'Code, design and developer questions.' },
    CLOUD: { value: 'cloud', description: 'Hosting, machines and data.' },
    FINANCE: { value: 'finance', description: 'Payments and accounting.' },
    MEDIA: { value: 'media', description: 'Music, video, pictures and social networks.' },
    AI: { value: 'ai', description: 'Models, memory and search for agents.' },
  } as const satisfies {
    [K in NonNullable<ServerDocument['category']> as Uppercase<K>]: { value: K; description: string };
  },
});
