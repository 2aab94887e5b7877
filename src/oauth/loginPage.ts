import { hasFewerRights } from '../core/accounts/storedRole.ts';
import { LOGIN_DAYS, type LoginRequest } from '../core/authorization/login.ts';
import { redirectTarget } from '../core/authorization/redirectUri.ts';
import { type Role, roleNames } from '../core/roles.ts';
import { type Html, html } from '../wire/html.ts';
import { page } from '../wire/signInPage.ts';
import { signInAt } from './form.ts';

type Login = {
  readonly asked: LoginRequest;
  /** The sealed request, which the form sends back. */
  readonly sealed: string;
  /** The form's target: the page's own address. */
  readonly address: string;
  /** Who is signed in; null for nobody. */
  readonly person: { readonly email: string; readonly role: Role } | null;
  /** Why the last try failed. */
  readonly problem: string | null;
};

/** Asks a person whether the command line that they have just started may act for their account. */
export function loginPage({ asked, sealed, address, person, problem }: Login): string {
  const body = html`<h1>Sign in to the command line?</h1>
<p>The <code>toolyard</code> command gets an API key of its own for your account. It works no longer than you do in the
account; <code>toolyard logout</code> ends it, as does the list of API keys.</p>
<dl>
<dt>The key is called</dt><dd>${asked.name}</dd>
<dt>It goes to</dt><dd>${redirectTarget(asked.redirectUri).says}</dd>
</dl>
<p>Go on only if you have just started this yourself.</p>
${problem === null ? null : html`<p class="error" role="alert">${problem}</p>`}
${person === null ? html`<p><a href="${signInAt(address)}">Sign in to the dashboard</a> first: it leads back here.</p>` : form(person, asked, sealed, address)}`;
  return page('Sign in to the command line?', body);
}

const form = (
  { email, role }: NonNullable<Login['person']>,
  asked: LoginRequest,
  sealed: string,
  address: string,
): Html => {
  // As a member a key may what its person may in single stacks: nobody else has use for it.
  const roles = roleNames.filter((name) => !hasFewerRights(role, name) && (name !== 'member' || role === 'member'));
  const chosen = roles.includes(asked.role) ? asked.role : role;
  const days = [...new Set([1, 7, 30, LOGIN_DAYS.default, LOGIN_DAYS.max, asked.days])].sort((a, b) => a - b);
  return html`<form method="post" action="${address}">
<input type="hidden" name="request" value="${sealed}">
<label for="role">Role</label>
<select id="role" name="role">${roles.map((name) => option(name, name, name === chosen))}</select>
<label for="days">Works for</label>
<select id="days" name="days">${days.map((count) => option(count, count === 1 ? '1 day' : `${count} days`, count === asked.days))}</select>
<p class="hint">You are signed in as ${email}.</p>
<div class="actions">
<button class="primary" name="decision" value="allow">Sign in</button>
<button name="decision" value="deny">Cancel</button>
</div>
</form>`;
};

const option = (value: string | number, says: string, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen ? SELECTED : null}>${says}</option>`;

const SELECTED: Html = { html: ' selected' };
