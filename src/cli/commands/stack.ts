import { group, loaded } from '../command.ts';
import { credentialProblems } from './credentialProblems.ts';
import {
  connect,
  refreshTools,
  scheduleRefresh,
  setCredentialMode,
  shareApplication,
  testConnection,
} from './stackConnect.ts';
import { deleteContents, keepContents } from './stackContents.ts';
import { credentials, removeCredential, setCredentials } from './stackCredentials.ts';
import { applyStacks, exportStacks, planStacks } from './stackDocuments.ts';
import { addServer, removeServer, setTools } from './stackServers.ts';
import { removeSkill, skills, writeSkill } from './stackSkills.ts';
import { create, duplicate, list, remove, show, templates, update } from './stacks.ts';
import { tools } from './stackTools.ts';
import { diff, listVersions, rollBack } from './stackVersions.ts';

export const stack = group({
  description: 'Stacks with their servers, tools and credentials (API)',
  examples: [
    'toolyard stack create --name demo',
    'toolyard stack create --name support --template support-inbox',
    'toolyard stack add-server demo everything --all',
    'toolyard stack set-credentials demo linear linear_api_key=@key.txt',
    'toolyard stack tools demo --format openai',
  ],
  commands: loaded({
    list,
    create,
    templates,
    duplicate,
    export: exportStacks,
    plan: planStacks,
    apply: applyStacks,
    versions: listVersions,
    diff,
    rollback: rollBack,
    show,
    update,
    delete: remove,
    'add-server': addServer,
    'set-tools': setTools,
    'remove-server': removeServer,
    'set-credentials': setCredentials,
    'remove-credential': removeCredential,
    credentials,
    'credential-problems': credentialProblems,
    connect,
    'share-application': shareApplication,
    'test-connection': testConnection,
    'refresh-tools': refreshTools,
    'schedule-refresh': scheduleRefresh,
    'set-credential-mode': setCredentialMode,
    tools,
    skills,
    'set-skill': writeSkill,
    'delete-skill': removeSkill,
    'keep-contents': keepContents,
    'delete-contents': deleteContents,
  }),
});
