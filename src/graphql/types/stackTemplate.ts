import { listStackTemplates, type OfferedTemplate } from '../../core/stacks/stackFromTemplate.ts';
import { builder } from '../builder.ts';
import { Server } from './marketplaceServer.ts';
import { PolicyEffect } from './policyRule.ts';

const StackTemplateServer = builder.objectRef<OfferedTemplate['servers'][number]>('StackTemplateServer').implement({
  description: 'A server of a template.',
  fields: (t) => ({
    serverId: t.exposeID('id', { description: 'The server’s name in the marketplace.' }),
    server: t.field({
      type: Server,
      nullable: true,
      description: 'The server, with the credentials it needs; null if this installation doesn’t have it.',
      resolve: ({ server }) => server,
    }),
    toolIds: t.idList({ description: 'Its enabled tools.', resolve: ({ tools }) => [...tools] }),
  }),
});

const StackTemplateRule = builder.objectRef<OfferedTemplate['rules'][number]>('StackTemplateRule').implement({
  description: 'A rule that a stack of a template gets.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    effect: t.expose('effect', { type: PolicyEffect, description: 'The effect on a call.' }),
    toolIds: t.idList({ description: 'The tools that it applies to.', resolve: ({ tools }) => [...tools] }),
  }),
});

const StackTemplate = builder.objectRef<OfferedTemplate>('StackTemplate').implement({
  description: 'A starting point for `createStack`.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, such as `support-inbox`.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'The task of the agent that uses the stack.' }),
    servers: t.field({
      type: [StackTemplateServer],
      description: 'Its servers.',
      resolve: ({ servers }) => servers,
    }),
    rules: t.field({ type: [StackTemplateRule], description: 'Its rules.', resolve: ({ rules }) => rules }),
    skillNames: t.stringList({
      description: 'The names of its skills.',
      resolve: ({ skills }) => skills.map(({ name }) => name),
    }),
  }),
});

builder.queryField('stackTemplates', (t) =>
  t.field({
    type: [StackTemplate],
    nullable: true,
    description: 'The templates for new stacks.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => listStackTemplates(app),
  }),
);
