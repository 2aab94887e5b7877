import { spawn } from 'node:child_process';
import type { Environment } from '../env.ts';

/** The command that opens an address on this machine, with its first arguments; null without a display. */
function openerOf({ variable }: Environment): readonly [program: string, ...args: string[]] | null {
  const chosen = variable('BROWSER');
  if (chosen !== undefined) return [chosen];
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return (variable('DISPLAY') ?? variable('WAYLAND_DISPLAY')) === undefined ? null : ['xdg-open'];
}

/** Opens an address in the browser if there's a display; returns whether it tried. */
export function openBrowser(url: string, environment: Environment): boolean {
  const opener = openerOf(environment);
  if (opener === null) return false;
  const [program, ...args] = opener;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  // The address is printed in any case.
  child.on('error', () => undefined).unref();
  return true;
}
