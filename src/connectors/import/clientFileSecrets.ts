/*
 * A server's document is stored unencrypted, and everyone who can see the server can read it. A possible secret in a
 * command or an address is therefore refused, and the error suggests an alternative.
 */

const AS_VARIABLE = 'move it to env, whose values become credentials';
const AS_HEADER = 'move it to headers, whose values become credentials';

const FLAG = /^-[\w-]+$/;
const SECRET_NAME =
  /(?:(?:api-?key|token|secret|password|passwd|bearer|authorization)|[-_](?:key|pat|auth|credentials?))$/i;
const HEADER_FLAG = /^(?:--headers?(?:=|$)|-H)/;
const VARIABLE_FLAG = /^(?:--env|-e)$/;
/** A user name before the host. The `@` of a path such as `/@scope/name` doesn't match. */
const USER_INFO = /:\/\/[^\s/?#]*@/;

/** Describes a possible secret in a word of a command line, with an alternative; null if there is none. */
export function secretInWord(word: string, before = ''): string | null {
  const [flag = ''] = word.split('=');
  if (FLAG.test(flag) && !/^--?no-/i.test(flag) && SECRET_NAME.test(flag))
    return `${flag} is a secret, which must not be on a command line: ${AS_VARIABLE}`;
  if (HEADER_FLAG.test(word))
    return 'a header may be a secret, which must not be on a command line: move the address to url and the header to headers, whose values become credentials';
  // `NAME=value` after `-e` or `--env`, or joined with that option.
  const variable = VARIABLE_FLAG.test(before) ? /^[^=\s]+=./ : /^(?:--env=[^=]+|-e[A-Z_][A-Z\d_]*)=./;
  if (variable.test(word))
    return 'the value of a variable (-e, --env) must not be on a command line: write only its name there, and its value under env';
  return word.includes('://') ? secretInAddress(word, AS_VARIABLE) : null;
}

/** Describes a possible secret in an address, with an alternative; null if there is none. */
export function secretInAddress(address: string, instead = AS_HEADER): string | null {
  if (USER_INFO.test(address)) return `a user name or password in an address would be stored unencrypted: ${instead}`;
  const query = address.includes('?') ? address.slice(address.indexOf('?') + 1) : '';
  const hasValue = [...new URLSearchParams(query).values()].some((value) => value !== '');
  return hasValue
    ? `a value in the query of an address may be a secret and would be stored unencrypted: ${instead}, or import the address alone if it is not a secret`
    : null;
}
