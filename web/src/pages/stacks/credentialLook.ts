/** The credential state of a server in a stack, in a few words. */
export type CredentialLook = { readonly kind: 'plain' | 'good' | 'warn' | 'bad'; readonly text: string };

type Field = {
  readonly state: 'ADDED' | 'MISSING';
  readonly isMoved: boolean;
  readonly oauthState: 'CONNECTED' | 'EXPIRING' | 'RECONNECT_REQUIRED' | null;
};

type Placed = {
  readonly toolCount: number;
  readonly lackingToolCount: number;
  readonly server: { readonly credentialFields: readonly unknown[] };
  readonly credentialStatus: {
    readonly hasRequired: boolean;
    readonly required: readonly Field[];
    readonly optional: readonly Field[];
  };
};

/** Shows the worst state of a server's credentials. A value stored for another URL or use must be entered again. */
export function credentialLook(placed: Placed): CredentialLook {
  const { server, credentialStatus, lackingToolCount } = placed;
  if (server.credentialFields.length === 0) return { kind: 'plain', text: 'No credentials needed' };
  const fields = [...credentialStatus.required, ...credentialStatus.optional];
  if (fields.some(({ oauthState }) => oauthState === 'RECONNECT_REQUIRED'))
    return { kind: 'bad', text: 'Sign in again' };
  if (fields.some(({ isMoved }) => isMoved)) return { kind: 'bad', text: 'Server changed; enter credentials again' };
  if (isWithoutCredentials(placed)) return { kind: 'warn', text: 'Credentials missing' };
  if (fields.some(({ oauthState }) => oauthState === 'EXPIRING')) return { kind: 'warn', text: 'Sign-in expires' };
  if (lackingToolCount > 0) return { kind: 'warn', text: 'Some tools need credentials' };
  if (fields.every(({ state }) => state === 'MISSING')) return { kind: 'plain', text: 'Credentials optional' };
  return { kind: 'good', text: 'Credentials added' };
}

type Counts = Pick<Placed, 'toolCount' | 'lackingToolCount'> & {
  readonly credentialStatus: Pick<Placed['credentialStatus'], 'hasRequired'>;
};

/** Whether no enabled tool can be called with the stored credentials. */
export const isWithoutCredentials = ({ toolCount, lackingToolCount, credentialStatus }: Counts): boolean =>
  !credentialStatus.hasRequired || (toolCount > 0 && lackingToolCount === toolCount);
