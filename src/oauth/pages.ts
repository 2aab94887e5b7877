import { redirectTarget } from '../core/authorization/redirectUri.ts';
import type { AuthorizationRequest } from '../core/authorization/request.ts';
import { type Html, html } from '../wire/html.ts';
import { page } from '../wire/signInPage.ts';
import { signInAt } from './form.ts';

type Consent = {
  readonly request: AuthorizationRequest;
  /** The sealed request, which the form sends back. */
  readonly sealed: string;
  /** The form's target: the page's own address, so that it can be shown again. */
  readonly address: string;
  /** The e-mail of the signed-in person who may approve; null: an API key has to prove the right to. */
  readonly person: string | null;
  /** Why the last try failed. */
  readonly problem?: string;
};

/** Asks a person whether a client may use a stack; without a session also for an API key. */
export function consentPage({ request, sealed, address, person, problem }: Consent): string {
  const { clientName, stackName, redirectUri } = request;
  const title = `Let ${clientName} use the stack ${stackName}?`;
  const body = html`<h1>Let “${clientName}” use the stack “${stackName}”?</h1>
<p>It will list and call the tools of this stack, with the credentials that are stored in it. It gets a token of this
stack alone, which you can revoke at any time, and never your API key.</p>
<dl>
<dt>Application</dt><dd>${clientName} ${originOf(request)}</dd>
<dt>Stack</dt><dd>${stackName}</dd>
<dt>You will return to</dt><dd>${redirectTarget(redirectUri).says}</dd>
</dl>
<p>Go on only if you have just started this yourself.</p>
${problem === undefined ? null : html`<p class="error" id="problem" role="alert">${problem}</p>`}
${person === null ? html`<p><a href="${signInAt(address)}">Sign in to the dashboard</a>, or prove with an API key that you may allow it:</p>` : null}
<form method="post" action="${address}">
<input type="hidden" name="request" value="${sealed}">
${person === null ? keyField(problem !== undefined) : html`<p class="hint">You are signed in as ${person}.</p>`}
<div class="actions">
<button class="primary" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Cancel</button>
</div>
</form>`;
  return page(title, body);
}

const keyField = (isWrong: boolean): Html =>
  html`<label for="api_key">API key of the account that owns the stack</label>
<input id="api_key" name="api_key" type="password" required autocomplete="off" autocapitalize="none" spellcheck="false"
 aria-describedby="${isWrong ? 'problem hint' : 'hint'}"${isWrong ? INVALID : null}>
<p class="hint" id="hint">It starts with ty_ and is only used to check who you are.</p>`;

const INVALID: Html = { html: ' aria-invalid="true"' };

const originOf = ({ clientHost }: AuthorizationRequest): string =>
  clientHost === null ? '(this is what it calls itself)' : `(published by ${clientHost})`;

/** The page for a sign-in that cannot go on. */
export const problemPage = (problem: string): string =>
  page(
    'This sign-in cannot go on',
    html`<h1>This sign-in cannot go on</h1>
<p role="alert">${problem}</p>
<p>Go back to the application and start again. If that does not help, tell whoever makes the application.</p>`,
  );
