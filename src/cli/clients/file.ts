import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '../../core/lib/json.ts';
import { CliError } from '../exit.ts';
import type { ClientFile, Connection } from './clients.ts';

type Content = Readonly<Record<string, unknown>>;

/**
 * The content of the client's file; empty when there is none.
 * @throws CliError invalid_input if it cannot be preserved
 */
export async function readClientFile(path: string): Promise<Content> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw new CliError('invalid_input', `The file ${path} cannot be read`, error);
  });
  try {
    const content: unknown = JSON.parse(text);
    if (isRecord(content)) return content;
  } catch {
    // Some clients allow comments, which rewriting the file would lose.
  }
  throw new CliError('invalid_input', `The file ${path} is not plain JSON: add the server manually (docs/connect.md)`);
}

/** The address of a server in the file, or null. */
export function addressIn(content: Content, { member }: ClientFile, name: string): string | null {
  const servers = content[member];
  const entry = isRecord(servers) && Object.hasOwn(servers, name) ? servers[name] : undefined;
  if (!isRecord(entry)) return entry === undefined ? null : '';
  const args = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
  return typeof entry['url'] === 'string' ? entry['url'] : (args.find((arg) => URL.canParse(arg)) ?? '');
}

/** The content with one more server; everything else is unchanged. */
export function withServer(content: Content, client: ClientFile, name: string, connection: Connection): Content {
  const servers = isRecord(content[client.member]) ? content[client.member] : {};
  const extra = Object.entries(client.extra?.(connection) ?? {}).map(([member, item]) => {
    const list: readonly unknown[] = Array.isArray(content[member]) ? content[member] : [];
    const others = list.filter((each) => !isRecord(each) || each['id'] !== item['id']);
    return [member, [...others, item]] as const;
  });
  return {
    ...content,
    ...Object.fromEntries(extra),
    [client.member]: { ...(isRecord(servers) ? servers : {}), [name]: client.entry(connection) },
  };
}

/** Replaces the file in one step, so that a client never reads half of it. @throws CliError invalid_input */
export async function writeClientFile(
  path: string,
  content: Content,
  mode: number,
  directoryMode = 0o777,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: directoryMode });
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode, flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new CliError('invalid_input', `The file ${path} cannot be written`, error);
  }
}
