import { html } from '../wire/html.ts';
import { page } from '../wire/signInPage.ts';

export const connectedPage = (serverName: string): string =>
  page(
    `${serverName} is connected`,
    html`<h1>${serverName} is connected</h1>
<p>The tools can be used now. You can close this window.</p>`,
  );

export const notConnectedPage = (problem: string): string =>
  page(
    'Not connected',
    html`<h1>Not connected</h1>
<p role="alert">${problem}</p>`,
  );
