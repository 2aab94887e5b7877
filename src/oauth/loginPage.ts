import { LOGIN_DAYS, type LoginRequest } from '../core/authorization/login.ts';
import { redirectTarget } from '../core/authorization/redirectUri.ts';
import { type Role, roleNames } from '../core/kernel/roles.ts';
import { hasFewerRights } from '../core/kernel/storedRole.ts';
import { type Html, html } from '../wire/html.ts';
import { page } from '../wire/signInPage.ts';
import { signInAt } from './form.ts';

type Login = {
  readonly login: LoginRequest;
  /** The sealed request, sent back by the form. */
  readonly sealed: string;
  /** The form's target: this page. */
  readonly address: string;
  /** The signed-in person; null if none. */
  readonly person: { readonly email: string; readonly role: Role } | null;
  /** Why the last attempt failed. */
  readonly problem: string | null;
};

/** Asks a person to allow a command line to act for their account. */
export function loginPage({ login, sealed, address, person, problem }: Login): string {
  const body = html`<h1>Sign in to the command line?</h1>
<p>The <code>toolyard</code> command gets its own API key for your account. The key stops working when you leave the
account. To revoke it sooner, run <code>toolyard logout</code> or use the list of API keys.</p>
<dl>
<dt>Key name</dt><dd>${login.name}</dd>
<dt>Sent to</dt><dd>${redirectTarget(login.redirectUri).label}</dd>
</dl>
<p>Continue only if you started this yourself.</p>
${problem === null ? null : html`<p class="error" role="alert">${problem}</p>`}
${person === null ? html`<p><a href="${signInAt(address)}">Sign in to the dashboard</a> first. You’ll then return here.</p>` : form(person, login, sealed, address)}`;
  return page('Sign in to the command line?', body);
}

const form = (
  { email, role }: NonNullable<Login['person']>,
  login: LoginRequest,
  sealed: string,
  address: string,
): Html => {
  // A member's key has only the person's stack roles, so it is offered only to members.
  const roles = roleNames.filter((name) => !hasFewerRights(role, name) && (name !== 'member' || role === 'member'));
  const chosen = roles.includes(login.role) ? login.role : role;
  const days = [...new Set([1, 7, 30, LOGIN_DAYS.default, LOGIN_DAYS.max, login.days])].sort((a, b) => a - b);
  return html`<form method="post" action="${address}">
<input type="hidden" name="request" value="${sealed}">
<label for="role">Role</label>
<select id="role" name="role">${roles.map((name) => option(name, name, name === chosen))}</select>
<label for="days">Expires after</label>
<select id="days" name="days">${days.map((count) => option(count, count === 1 ? '1 day' : `${count} days`, count === login.days))}</select>
<p class="hint">You are signed in as ${email}.</p>
<div class="actions">
<button class="primary" name="decision" value="allow">Sign in</button>
<button name="decision" value="deny">Cancel</button>
</div>
</form>`;
};

const option = (value: string | number, label: string, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen ? SELECTED : null}>${label}</option>`;

const SELECTED: Html = { html: ' selected' };
