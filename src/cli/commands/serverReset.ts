import { resetShippedServer } from '../../core/marketplace/shipped.ts';
import { command } from '../command.ts';
import { asOperator } from '../operator.ts';

export const reset = command({
  description: 'Give the marketplace a server back as it came with Toolyard, after a change or removal',
  examples: ['toolyard server reset linear'],
  args: { server: { type: 'positional', required: true, description: 'Server id' } },
  async run(args, run) {
    const { readCatalogue } = await import('../../start/catalogue.ts');
    const documents = await readCatalogue();
    const { server, isChanged } = await asOperator(run, (ctx) => resetShippedServer(ctx, documents, args.server));
    return {
      json: { server_id: server.slug, changed: isChanged },
      text: `Server ${server.slug} is as it was shipped${isChanged ? '' : ', and was so before'}`,
    };
  },
});
