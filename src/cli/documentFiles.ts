import { createReadStream, type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileCount, type FileSet, isDocumentFile, isZip } from '../connectors/import/fileSet.ts';
import type { Run } from './command.ts';
import { isInFolder, readDocumentBytes } from './input.ts';

/**
 * The JSON and YAML files of a folder, or the bytes of a zip file; null for another file. The import unpacks a zip file
 * in a thread with limits on time and memory.
 * @throws AppError invalid_input
 */
export async function readDocumentFiles(path: string, run: Run): Promise<FileSet | Uint8Array | null> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) return readFolder(path, run);
  if (!stats?.isFile() || !(await startsAsZip(path))) return null;
  return readDocumentBytes(path, run);
}

const SIGNATURE_BYTES = 4;

async function startsAsZip(path: string): Promise<boolean> {
  try {
    for await (const start of createReadStream(path, { end: SIGNATURE_BYTES - 1 })) return isZip(start);
  } catch {
    // Reading it as a document reports the reason.
  }
  return false;
}

/** Follows links only to files within the folder. */
async function readFolder(root: string, run: Run): Promise<FileSet> {
  const files = new Map<string, Uint8Array>();
  const count = createFileCount('folder');
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      run.signal.throwIfAborted();
      count.entry();
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && isDocumentFile(`${path}/a.json`)) open.push(path);
      else if (isDocumentFile(path) && (await isOwnFile(entry, join(root, path), root))) {
        const bytes = await readDocumentBytes(join(root, path), run);
        count.file(bytes.length);
        files.set(path, bytes);
      }
    }
  }
  return files;
}

const isOwnFile = async (entry: Dirent, path: string, root: string): Promise<boolean> =>
  entry.isFile() ||
  (entry.isSymbolicLink() && (await isInFolder(path, root)) && (await stat(path).catch(() => null))?.isFile() === true);
