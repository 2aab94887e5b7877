import { redirectTarget } from '../core/authorization/redirectUri.ts';
import type { AuthorizationRequest } from '../core/authorization/request.ts';
import { type Html, html } from '../wire/html.ts';
import { page } from '../wire/signInPage.ts';
import { signInAt } from './form.ts';

type Consent = {
  readonly request: AuthorizationRequest;
  /** The sealed request, sent back by the form. */
  readonly sealed: string;
  /** The form's target: this page, so that it can be shown again. */
  readonly address: string;
  /** The e-mail of the signed-in person who may approve; null if an API key must prove that right. */
  readonly person: string | null;
  /** Why the last attempt failed. */
  readonly problem?: string;
};

/** Asks a person to let a client use a stack; without a session, also asks for an API key. */
export function consentPage({ request, sealed, address, person, problem }: Consent): string {
  const { clientName, clientHost, stackName, redirectUri } = request;
  const title = `Let ${clientName} use the stack ${stackName}?`;
  const body = html`<h1>Let “${clientName}” use the stack “${stackName}”?</h1>
<p>It can list and call this stack’s tools, using the credentials stored in the stack. It gets a token for this stack
only, never your API key. You can revoke the token at any time.</p>
<dl>
<dt>Application</dt><dd>${clientName} ${clientHost === null ? '(self-reported name)' : `(published by ${clientHost})`}</dd>
<dt>Stack</dt><dd>${stackName}</dd>
<dt>Returns to</dt><dd>${redirectTarget(redirectUri).label}</dd>
</dl>
<p>Continue only if you started this yourself.</p>
${problem === undefined ? null : html`<p class="error" id="problem" role="alert">${problem}</p>`}
${person === null ? html`<p><a href="${signInAt(address)}">Sign in to the dashboard</a>, or enter an API key that is allowed to do this:</p>` : null}
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
<p class="hint" id="hint">Starts with ty_. Used only to verify your identity.</p>`;

const INVALID: Html = { html: ' aria-invalid="true"' };
