import { zipSync } from 'fflate';

const isDocumentFile = (path: string): boolean =>
  /\.(?:json|ya?ml)$/i.test(path) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path);

/** Zips the JSON and YAML files of a folder, because an upload is one file. */
export async function zipOf(files: readonly File[]): Promise<File> {
  const parts = files.filter(({ webkitRelativePath }) => isDocumentFile(webkitRelativePath));
  const entries = await Promise.all(
    parts.map(async (file) => [file.webkitRelativePath, new Uint8Array(await file.arrayBuffer())] as const),
  );
  const [folder = 'folder'] = files[0]?.webkitRelativePath.split('/') ?? [];
  return new File([zipSync(Object.fromEntries(entries), { level: 1 })], `${folder}.zip`, { type: 'application/zip' });
}
