import { toStackId } from '../../core/kernel/ids.ts';
import { quotaColumns, quotaOf } from '../../core/policies/quota.ts';
import { applyStack, planStack, type StackPlan } from '../../core/stacks/applyStack.ts';
import {
  findStackDocument,
  type MissingCredential,
  type StackDifference,
  type StackDocument as StackDocumentData,
} from '../../core/stacks/stackDocument.ts';
import type { Stack as StackRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { AlreadyExistsError, ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { PolicyEffect, PolicyQuota, DESCRIPTIONS as RULE, ruleFields } from './policyRule.ts';
import { Stack } from './stack.ts';
import { CredentialModeEnum } from './stackServer.ts';

type Server = StackDocumentData['servers'][number];
type Tool = Server['tools'][number];
type Rule = StackDocumentData['rules'][number];

const TEXTS = {
  toolId: 'The tool’s id, for example `stripe_create_refund`.',
  toolName: 'The stack’s name for the tool; null for its id.',
  toolDescription: 'The stack’s description of the tool; null for the tool’s own.',
  isPinned: 'Whether search mode lists the tool next to the search tools.',
  serverId: 'The server’s slug, for example `stripe`.',
  credentialMode: 'Whose credentials its calls use.',
  credentials: 'The ids of the credential fields that need a value. Values are never part of a document.',
  tools: 'The enabled tools.',
  name: 'The stack’s name, unique within the account.',
  isRecorded: 'Whether the sizes, duration and outcome of its tool calls are recorded.',
  contentDays: 'How many days a redacted copy of each call’s input and output is stored; null for none.',
  contentRedactions: 'Redactions in these copies in addition to secrets.',
  servers: 'The servers of the stack.',
  rules: 'The stack’s own rules. Rules of the account and of client endpoints are not part of a document.',
  isEnabled: 'Whether the rule is in effect.',
  skills: 'The skills of the stack, each as Markdown with front matter.',
} as const;

const StackDocumentTool = builder.objectRef<Tool>('StackDocumentTool').implement({
  description: 'An enabled tool in a stack document.',
  fields: (t) => ({
    toolId: t.exposeID('id', { description: TEXTS.toolId }),
    name: t.exposeString('name', { nullable: true, description: TEXTS.toolName }),
    description: t.exposeString('description', { nullable: true, description: TEXTS.toolDescription }),
    isPinned: t.exposeBoolean('isPinned', { description: TEXTS.isPinned }),
  }),
});

const StackDocumentServer = builder.objectRef<Server>('StackDocumentServer').implement({
  description: 'A server in a stack document.',
  fields: (t) => ({
    serverId: t.exposeID('id', { description: TEXTS.serverId }),
    credentialMode: t.expose('credentialMode', { type: CredentialModeEnum, description: TEXTS.credentialMode }),
    credentialFieldIds: t.exposeIDList('credentials', { description: TEXTS.credentials }),
    tools: t.expose('tools', { type: [StackDocumentTool], description: TEXTS.tools }),
  }),
});

const StackDocumentRule = builder.objectRef<Rule>('StackDocumentRule').implement({
  description: 'A rule in a stack document. Its fields mean the same as in `PolicyRule`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: RULE.name }),
    effect: t.expose('effect', { type: PolicyEffect, description: RULE.effect }),
    isDefault: t.exposeBoolean('isDefault', { description: RULE.isDefault }),
    callers: t.exposeIDList('callers', { description: RULE.callers }),
    endUsers: t.exposeStringList('endUsers', { description: RULE.endUsers }),
    servers: t.exposeIDList('servers', { description: RULE.servers }),
    tools: t.exposeStringList('tools', { description: RULE.tools }),
    isReadOnly: t.exposeBoolean('readOnly', { nullable: true, description: RULE.isReadOnly }),
    isDestructive: t.exposeBoolean('destructive', { nullable: true, description: RULE.isDestructive }),
    isOpenWorld: t.exposeBoolean('openWorld', { nullable: true, description: RULE.isOpenWorld }),
    condition: t.exposeString('condition', { nullable: true, description: RULE.condition }),
    quota: t.field({
      type: PolicyQuota,
      nullable: true,
      description: RULE.quota,
      resolve: ({ quota }) => quotaOf(quotaColumns(quota)),
    }),
    message: t.exposeString('message', { nullable: true, description: RULE.message }),
    needsAnother: t.exposeBoolean('needsAnother', { description: RULE.needsAnother }),
    isEnabled: t.exposeBoolean('isEnabled', { description: TEXTS.isEnabled }),
  }),
});

const StackDocument = builder.objectRef<StackDocumentData>('StackDocument').implement({
  description:
    'A stack as data, without secrets: settings, servers with their enabled tools, rules, and skills. Lists are sorted. Client endpoints, tokens and credential values are not part of it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: TEXTS.name }),
    isRecorded: t.exposeBoolean('recordsCalls', { description: TEXTS.isRecorded }),
    contentDays: t.exposeInt('contentDays', { nullable: true, description: TEXTS.contentDays }),
    contentRedactions: t.exposeStringList('contentRedactions', { description: TEXTS.contentRedactions }),
    servers: t.expose('servers', { type: [StackDocumentServer], description: TEXTS.servers }),
    rules: t.expose('rules', { type: [StackDocumentRule], description: TEXTS.rules }),
    skills: t.stringList({
      description: TEXTS.skills,
      resolve: ({ skills }) => skills.map(({ content }) => content),
    }),
  }),
});

const StackDocumentToolInput = builder.inputType('StackDocumentToolInput', {
  description: 'An enabled tool in a stack document.',
  fields: (t) => ({
    toolId: t.id({ required: true, description: TEXTS.toolId }),
    name: t.string({ description: TEXTS.toolName }),
    description: t.string({ description: TEXTS.toolDescription }),
    isPinned: t.boolean({ description: `${TEXTS.isPinned} False by default.` }),
  }),
});

const StackDocumentServerInput = builder.inputType('StackDocumentServerInput', {
  description: 'A server in a stack document.',
  fields: (t) => ({
    serverId: t.id({ required: true, description: TEXTS.serverId }),
    credentialMode: t.field({ type: CredentialModeEnum, description: `${TEXTS.credentialMode} STACK by default.` }),
    credentialFieldIds: t.idList({
      description: `${TEXTS.credentials} \`missingCredentials\` lists those that lack one.`,
    }),
    tools: t.field({ type: [StackDocumentToolInput], required: true, description: TEXTS.tools }),
  }),
});

const StackDocumentRuleInput = builder.inputType('StackDocumentRuleInput', {
  description: 'A rule in a stack document. Omitted fields do not restrict it.',
  fields: (t) => ({
    name: t.string({ required: true, description: `${RULE.name} 1 to 100 characters.` }),
    effect: t.field({ type: PolicyEffect, required: true, description: RULE.effect }),
    ...ruleFields(t),
    isEnabled: t.boolean({ description: `${TEXTS.isEnabled} True by default.` }),
  }),
});

const StackDocumentInput = builder.inputType('StackDocumentInput', {
  description: 'A stack as data, as `stackDocument` returns it.',
  fields: (t) => ({
    name: t.string({ required: true, description: TEXTS.name }),
    isRecorded: t.boolean({ description: `${TEXTS.isRecorded} True by default.` }),
    contentDays: t.int({ description: TEXTS.contentDays }),
    contentRedactions: t.stringList({ description: TEXTS.contentRedactions }),
    servers: t.field({ type: [StackDocumentServerInput], required: true, description: TEXTS.servers }),
    rules: t.field({ type: [StackDocumentRuleInput], description: TEXTS.rules }),
    skills: t.stringList({ description: TEXTS.skills }),
  }),
});

/** Converts an input to a document of `core/`. */
const documentOf = ({ servers, rules, skills, isRecorded, ...document }: typeof StackDocumentInput.$inferInput) => ({
  ...document,
  recordsCalls: isRecorded,
  skills: skills?.map((content) => ({ content })),
  rules: rules?.map(({ isReadOnly: readOnly, isDestructive: destructive, isOpenWorld: openWorld, ...rule }) => ({
    ...rule,
    ...{ readOnly, destructive, openWorld },
  })),
  servers: servers.map(({ serverId: id, credentialFieldIds: credentials, tools, ...server }) => ({
    ...server,
    id,
    credentials,
    tools: tools.map(({ toolId, ...tool }) => ({ ...tool, id: toolId })),
  })),
});

const textOf = (part: unknown): string | null => (part === null ? null : JSON.stringify(part));

/** A difference between two documents. */
export const StackDifferenceObject = builder.objectRef<StackDifference>('StackDifference').implement({
  description: 'A part in which two states of a stack differ.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'The part, as a JSON Pointer, for example `/servers/stripe/tools/stripe_create_refund`.',
    }),
    before: t.string({
      nullable: true,
      description: 'The part before the change, as JSON text; null if there is none.',
      resolve: ({ before }) => textOf(before),
    }),
    after: t.string({
      nullable: true,
      description: 'The part after the change, as JSON text; null if there is none.',
      resolve: ({ after }) => textOf(after),
    }),
  }),
});

/** A credential that is needed and missing. */
export const MissingCredentialObject = builder.objectRef<MissingCredential>('MissingCredential').implement({
  description: 'A credential that the stack lacks.',
  fields: (t) => ({
    serverId: t.exposeID('serverId', { description: TEXTS.serverId }),
    fieldId: t.exposeID('fieldId', { description: 'The id of the credential field.' }),
  }),
});

/** Descriptions of the fields of plans and results. */
export const OUTCOME = {
  differences: 'The differences, sorted by path; empty if there are none.',
  missingCredentials: 'Credentials in the document that the stack lacks.',
} as const;

const StackPlanObject = builder.objectRef<StackPlan>('StackPlan').implement({
  description: 'The changes that applying a document would make.',
  fields: (t) => ({
    stack: t.expose('stack', { type: Stack, nullable: true, description: 'The stack; null if it would be created.' }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'Identifies the stack’s present state, for `ifDigest`; null for a new stack.',
    }),
    differences: t.expose('differences', { type: [StackDifferenceObject], description: OUTCOME.differences }),
    missingCredentials: t.expose('missingCredentials', {
      type: [MissingCredentialObject],
      description: OUTCOME.missingCredentials,
    }),
  }),
});

builder.queryFields((t) => ({
  stackDocument: t.field({
    type: StackDocument,
    nullable: true,
    description: 'A stack as data, to keep in a file or apply elsewhere; null if there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { stackId: t.arg.id({ required: true, description: 'The stack.' }) },
    resolve: (_root, { stackId }, { app }) => findStackDocument(app, toStackId(stackId)),
  }),
  stackPlan: t.field({
    type: StackPlanObject,
    nullable: true,
    description: 'Compares a document with the stack of the same name. Changes nothing.',
    extensions: { limitClass: 'default' },
    args: { stackDocument: t.arg({ type: StackDocumentInput, required: true, description: 'The document.' }) },
    resolve: (_root, { stackDocument }, { app }) => planStack(app, documentOf(stackDocument)),
  }),
}));

const ApplyStackDocumentInput = builder.inputType('ApplyStackDocumentInput', {
  description: 'A document to apply.',
  fields: (t) => ({
    stackDocument: t.field({ type: StackDocumentInput, required: true, description: 'The document.' }),
    ifDigest: t.string({
      description: 'The `digest` of a plan. The document is refused if the stack has changed since then.',
    }),
  }),
});

type Applied = Omit<StackPlan, 'stack' | 'digest'> & { readonly stack: StackRow };

const ApplyStackDocumentPayload = builder.objectRef<Applied>('ApplyStackDocumentPayload').implement({
  description: 'The stack now matches the document.',
  fields: (t) => ({
    stack: t.expose('stack', { type: Stack, description: 'The stack.' }),
    differences: t.expose('differences', { type: [StackDifferenceObject], description: OUTCOME.differences }),
    missingCredentials: t.expose('missingCredentials', {
      type: [MissingCredentialObject],
      description: OUTCOME.missingCredentials,
    }),
  }),
});

builder.mutationFields((t) => ({
  applyStackDocument: t.field({
    type: ApplyStackDocumentPayload,
    nullable: true,
    description:
      'Creates the stack with the document’s name, or updates it to match the document, in one transaction. Applying a document twice changes nothing. Changes of rules and of stored call contents need the right `admin`.',
    extensions: { limitClass: 'stacks' },
    errors: { types: [NotFoundError, InvalidInputError, AlreadyExistsError, ForbiddenError] },
    args: { input: t.arg({ type: ApplyStackDocumentInput, required: true, description: 'The document.' }) },
    resolve: (_root, { input: { stackDocument, ifDigest } }, { app }) =>
      applyStack(app, documentOf(stackDocument), ifDigest ?? null),
  }),
}));
