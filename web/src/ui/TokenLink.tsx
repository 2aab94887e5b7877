type TokenLinkProps = {
  /** The page at which people make the value; null where the server’s document names none. */
  readonly link: string | null;
  readonly name: string;
};

/** Leads to where a credential is made: a new tab, so that the form is still there afterwards. */
export function TokenLink({ link, name }: TokenLinkProps) {
  if (link === null) return null;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      Get it at {new URL(link).host}
      <span className="visually-hidden"> for {name}</span>
    </a>
  );
}
