import { CREDENTIAL_BYTES_MAX, removeCredential, setCredentials } from '../../core/credentials/credential.ts';
import { getCredentialStatus } from '../../core/credentials/status.ts';
import { toServerId, toStackId } from '../../core/kernel/ids.ts';
import { isRecord, type JsonObject } from '../../core/lib/json.ts';
import { text, wholeObject } from '../openapi/parts.ts';
import { message, type Noun, operation, place, type RequestDoc, ref } from '../operation.ts';
import { NO_SERVER_IN_STACK, SERVER } from './servers.ts';
import { NO_STACK } from './stacks.ts';

const CREDENTIALS = place(`${SERVER.path}/credentials`, SERVER.parameters);
const FIELD = place(`${CREDENTIALS.path}/{field_id}`, { ...SERVER.parameters, field_id: 'The credential field.' });

const UPDATE: RequestDoc = {
  isRequired: true,
  schema: {
    type: 'object',
    properties: {
      credentials: {
        type: 'object',
        description: `Values by field id, each at most ${CREDENTIAL_BYTES_MAX} bytes; other fields stay unchanged.`,
        minProperties: 1,
        additionalProperties: { type: 'string', minLength: 1 },
      },
    },
    required: ['credentials'],
  },
  example: { credentials: { linear_api_key: 'lin_api_…' } },
};

const statuses = (description: string): JsonObject => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string', enum: ['added', 'missing'] },
});

export const credentialOperations: Noun = {
  schemas: {
    CredentialStatus: wholeObject(
      'Whether each credential of a server in a stack holds a value. Values are never returned.',
      {
        required_credentials: statuses('The status by field id.'),
        optional_credentials: statuses('The status by field id.'),
        all_credentials_added: { type: 'boolean', description: 'Required and optional fields.' },
        required_credentials_added: { type: 'boolean', description: 'When false, tools may not work properly.' },
      },
    ),
    Message: wholeObject('A confirmation of the action.', { message: text('The message for people.') }),
  },
  operations: [
    operation({
      id: 'update_credentials',
      method: 'PUT',
      ...CREDENTIALS,
      right: 'write',
      failure: 'Failed to update credentials',
      isBase: true,
      tag: 'Credentials',
      summary: 'Add or update credentials',
      description:
        'Encrypts and stores the given values, all or none. Other fields stay unchanged. Values can’t be read back.',
      request: UPDATE,
      success: message('The values were stored.', 'Credentials updated for server linear'),
      badRequest: ['Invalid credential format'],
      notFound: [NO_STACK, 'Server <server_id> not found'],
      run: async (ctx, { stack_id, server_id }, body) => {
        const [stackId, input] = [toStackId(stack_id), isRecord(body) ? { credentials: body['credentials'] } : body];
        const { serverId } = await setCredentials(ctx, stackId, toServerId(server_id), input);
        return { message: `Credentials updated for server ${serverId}` };
      },
    }),
    operation({
      id: 'get_credential_status',
      method: 'GET',
      ...CREDENTIALS,
      right: 'read',
      failure: 'Failed to get credentials status',
      isBase: true,
      tag: 'Credentials',
      summary: 'Credential status',
      description: 'Whether each credential of a server in a stack holds a value.',
      success: {
        description: 'The status of each field.',
        schema: ref('CredentialStatus'),
        example: {
          required_credentials: { linear_api_key: 'added' },
          optional_credentials: {},
          all_credentials_added: true,
          required_credentials_added: true,
        },
      },
      notFound: [NO_STACK, NO_SERVER_IN_STACK],
      run: async (ctx, { stack_id, server_id }) => {
        const status = await getCredentialStatus(ctx, toStackId(stack_id), toServerId(server_id));
        return {
          required_credentials: status.required,
          optional_credentials: status.optional,
          all_credentials_added: status.allAdded,
          required_credentials_added: status.requiredAdded,
        };
      },
    }),
    operation({
      id: 'remove_credential',
      method: 'DELETE',
      ...FIELD,
      right: 'write',
      failure: 'Failed to remove credential',
      tag: 'Credentials',
      summary: 'Remove credential',
      description: 'Removes one stored value. Removing a value that isn’t stored also succeeds.',
      success: message('The field holds no value.', 'Credential linear_api_key removed from server linear'),
      notFound: [NO_STACK, NO_SERVER_IN_STACK, 'Credential <field_id> not found in server <server_id>'],
      run: async (ctx, { stack_id, server_id, field_id }) => {
        const { serverId } = await removeCredential(ctx, toStackId(stack_id), toServerId(server_id), field_id);
        return { message: `Credential ${field_id} removed from server ${serverId}` };
      },
    }),
  ],
};
