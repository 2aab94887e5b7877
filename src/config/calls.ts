import { decodedPart } from './values.ts';

/** The settings of the store that receives copies of call records. */
export type CallsSettings = {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly user: string | null;
  readonly password: string;
  readonly database: string;
  readonly table: string;
};

const NAME = /^[A-Za-z_][\w-]{0,127}$/;
/** Headers can contain only printable ASCII. */
const PRINTABLE = /^[\x20-\x7e]*$/;
const FORM =
  'must be https://user:password@host:8443/database, with ?table=name if it is not toolyard_calls, and user and password in ASCII';
const DATABASE_DEFAULT = 'default';
const TABLE_DEFAULT = 'toolyard_calls';

/** Parses `TOOLYARD_CALLS_URL`. @throws Error that may be shown */
export function parseCallsUrl(text: string): CallsSettings {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hash !== '') throw new Error(FORM);
  const { table = TABLE_DEFAULT, ...others } = Object.fromEntries(url.searchParams);
  const database = url.pathname.replace(/^\/|\/$/g, '') || DATABASE_DEFAULT;
  if (Object.keys(others).length > 0 || ![database, table].every((name) => NAME.test(name))) throw new Error(FORM);
  const [user, password] = [decodedPart(url.username, PRINTABLE, FORM), decodedPart(url.password, PRINTABLE, FORM)];
  if (user === '' && password !== '') throw new Error(FORM);
  return { origin: url.origin, user: user === '' ? null : user, password, database, table };
}
