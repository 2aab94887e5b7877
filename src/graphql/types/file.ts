import {
  type FileAddress as Address,
  createFileDownload,
  createFileUpload,
  type FileUpload,
} from '../../core/files/fileAddress.ts';
import { countFiles, deleteFile, handleOf, listFiles, originOf, sourcesOfFile } from '../../core/files/storedFile.ts';
import { toFileId, toStackId } from '../../core/kernel/ids.ts';
import type { StoredFile as FileRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '../errors.ts';
import { ownStackOf, stackOf } from '../found.ts';
import { orNull } from '../input.ts';
import { BY_AGE, ordered, orderOf } from '../ordering.ts';
import { edgeOf, pageOf } from '../paging.ts';
import { forEndUser } from './invoke.ts';
import { Node } from './node.ts';
import { Stack } from './stack.ts';

const StoredFile = builder.prismaObject('StoredFile', {
  interfaces: [Node],
  description: 'A long tool result or an upload, which calls can send by its handle. It is kept for a day.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The file’s id, `file_…`.' }),
    handle: t.string({
      description: 'Its handle, `toolyard://file/…`. Pass `{"$file": "<handle>"}` as an argument of a tool.',
      resolve: ({ id }) => handleOf(id),
    }),
    stackId: t.exposeID('stackId', { description: 'The id of the stack that it belongs to.' }),
    stack: t.field({
      type: Stack,
      description: 'The stack that it belongs to.',
      resolve: ({ stackId }, _args, context) => ownStackOf(context, stackId),
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    mediaType: t.exposeString('mediaType', { description: 'Its media type.' }),
    bytes: t.field({ type: 'SafeInt', description: 'Its size.', resolve: ({ bytes }) => Number(bytes) }),
    sha256: t.string({
      nullable: true,
      description: 'The SHA-256 of its content, in hexadecimal.',
      resolve: ({ digest }) => digest && Buffer.from(digest).toString('hex'),
    }),
    origin: t.id({
      nullable: true,
      description: 'The id of the tool whose result it is; null for an upload.',
      resolve: originOf,
    }),
    labels: t.stringList({
      description: 'Labels of the results that it contains, and of an upload. Rules read them.',
      resolve: (file) => [...new Set(sourcesOfFile(file).flatMap(({ label }) => label || []))],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was stored.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it is deleted.' }),
  }),
});

const StoredFileOrder = orderOf('StoredFile', 'stored files', BY_AGE);

const StoredFileFilter = builder.inputType('StoredFileFilter', {
  description: 'Conditions on stored files, all of which apply.',
  fields: (t) => ({ stackId: t.id({ description: 'Only results for this stack.' }) }),
});

builder.queryField('files', (t) =>
  t.prismaConnection(
    {
      type: StoredFile,
      cursor: 'id',
      nullable: true,
      description: 'The stored files of all callers of the account, newest first.',
      extensions: { limitClass: 'default' },
      args: {
        filter: t.arg({ type: StoredFileFilter, description: 'The files to return; all by default.' }),
        orderBy: t.arg({ type: StoredFileOrder, description: ordered('newest first') }),
      },
      totalCount: (_root, { filter }, { app }) => countFiles(app, orNull(filter?.stackId, toStackId)),
      resolve: (load, _root, { filter, orderBy }, { app }) =>
        listFiles(app, orNull(filter?.stackId, toStackId), load, orderBy?.direction),
    },
    pageOf('StoredFile', 'stored files'),
    edgeOf('StoredFile', 'stored files'),
  ),
);

const DeleteFileInput = builder.inputType('DeleteFileInput', {
  description: 'A file to delete.',
  fields: (t) => ({ fileId: t.id({ required: true, description: 'The file’s id, `file_…`.' }) }),
});

const DeleteFilePayload = builder.objectRef<FileRow>('DeleteFilePayload').implement({
  description: 'A file was deleted. Its handle no longer works.',
  fields: (t) => ({
    fileId: t.exposeID('id', { description: 'Its former id.' }),
    stack: t.field({
      type: Stack,
      nullable: true,
      description: 'The stack that it belonged to.',
      resolve: ({ stackId }, _args, context) => stackOf(context, stackId),
    }),
  }),
});

builder.mutationField('deleteFile', (t) =>
  t.field({
    type: DeleteFilePayload,
    nullable: true,
    description: 'Deletes a stored file at once.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, ForbiddenError] },
    args: { input: t.arg({ type: DeleteFileInput, required: true, description: 'The file.' }) },
    resolve: (_root, { input }, { app }) => deleteFile(app, toFileId(input.fileId)),
  }),
);

const FileAddress = builder.objectRef<Address>('FileAddress').implement({
  description: 'A one-time address of a file. It works without a key, so keep it secret.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The address.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires.' }),
  }),
});

const CreateFileUploadInput = builder.inputType('CreateFileUploadInput', {
  description: 'A file to upload.',
  fields: (t) => ({
    stackId: t.id({ required: true, description: 'The stack whose tools it is for.' }),
    name: t.string({ required: true, description: 'Its name, 1 to 255 characters.' }),
    mediaType: t.string({ required: true, description: 'Its media type, such as `text/csv`.' }),
    bytes: t.field({ type: 'SafeInt', required: true, description: 'Its exact size.' }),
    label: t.string({
      description: 'A label that rules read: 1 to 64 letters, digits, `_` or `-`. None by default.',
    }),
    endUser: t.string({ description: 'The end user whose calls can use the file. None by default.' }),
  }),
});

const CreateFileUploadPayload = builder.objectRef<FileUpload>('CreateFileUploadPayload').implement({
  description: 'An address to which the content of a file can be sent. The handle works when all bytes have arrived.',
  fields: (t) => ({
    fileId: t.id({ description: 'The file’s id, `file_…`.', resolve: ({ file }) => file.id }),
    handle: t.string({ description: 'Its handle.', resolve: ({ file }) => handleOf(file.id) }),
    upload: t.field({
      type: FileAddress,
      description: 'The address for the content, in a `PUT` request.',
      resolve: ({ address }) => address,
    }),
  }),
});

const CreateFileDownloadInput = builder.inputType('CreateFileDownloadInput', {
  description: 'A file to download.',
  fields: (t) => ({
    fileId: t.id({ required: true, description: 'The file’s id, `file_…`.' }),
    endUser: t.string({ description: 'The end user whose call stored the file. None by default.' }),
  }),
});

const CreateFileDownloadPayload = builder
  .objectRef<{ readonly download: Address }>('CreateFileDownloadPayload')
  .implement({
    description: 'An address from which a file can be downloaded.',
    fields: (t) => ({
      download: t.field({
        type: FileAddress,
        description:
          'The address of the content, for a `GET` request. The address stops working once it has sent the last byte.',
        resolve: ({ download }) => download,
      }),
    }),
  });

builder.mutationFields((t) => ({
  createFileUpload: t.field({
    type: CreateFileUploadPayload,
    nullable: true,
    description: 'Creates an address to upload a file, which your calls can then send.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateFileUploadInput, required: true, description: 'The file.' }) },
    resolve: (_root, { input: { stackId, endUser, ...input } }, { app }) =>
      createFileUpload(forEndUser(app, endUser), toStackId(stackId), input),
  }),
  createFileDownload: t.field({
    type: CreateFileDownloadPayload,
    nullable: true,
    description: 'Creates an address to download a file that your calls have stored.',
    extensions: { limitClass: 'default' },
    errors: { types: [NotFoundError, InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: CreateFileDownloadInput, required: true, description: 'The file.' }) },
    resolve: async (_root, { input: { fileId, endUser } }, { app }) => ({
      download: await createFileDownload(forEndUser(app, endUser), toFileId(fileId)),
    }),
  }),
}));
