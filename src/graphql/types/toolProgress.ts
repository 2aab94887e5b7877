import type { ProgressNotice } from '../../core/calls/progressEvents.ts';
import { builder } from '../builder.ts';

export const ToolProgress = builder.objectRef<ProgressNotice>('ToolProgress').implement({
  description: 'The progress of a call, as reported by its MCP server.',
  fields: (t) => ({
    progress: t.exposeFloat('progress', { description: 'The progress so far, in the server’s units.' }),
    total: t.exposeFloat('total', { nullable: true, description: 'The final value of `progress`, if known.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'The server’s current activity as readable text, up to 500 characters.',
    }),
  }),
});
