import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataDir } from './dataDir.ts';

const PRIVATE_FILE = 0o600;
// Refuses to open a symbolic link, which could redirect the secrets to another file.
const TO_ITS_END = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

export const secretsFileIn = (dataDir: string): string => join(dataDir, 'first-start.txt');

/**
 * The lines to print for a start's secrets. A terminal gets the secrets themselves. Any other output may be a log with
 * many readers, so the secrets go into a file of mode 0600, and the lines name the file.
 */
export async function secretLines(
  secrets: readonly string[],
  { dataDir, isTerminal }: { readonly dataDir: string; readonly isTerminal: boolean },
): Promise<readonly string[]> {
  if (isTerminal || secrets.length === 0) return secrets;
  const path = secretsFileIn(dataDir);
  try {
    await openDataDir(dataDir);
    await append(path, `${secrets.join('\n')}\n`);
    return [
      '',
      '  Keys and links are not printed, because this is not a terminal. Only this user can read them in',
      `  ${path}`,
      '  Copy them to your secret store, then delete the file.',
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      '',
      `  Keys and links could not be written to ${path}: ${reason}`,
      '  Make new ones: toolyard key create --account ACCOUNT_ID, toolyard user invite --account ACCOUNT_ID',
    ];
  }
}

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, TO_ITS_END, PRIVATE_FILE);
  try {
    await file.chmod(PRIVATE_FILE);
    await file.appendFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
