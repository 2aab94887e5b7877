type TokenLinkProps = {
  /** The page where people create the value; null if the server’s document names none. */
  readonly link: string | null;
  readonly name: string;
};

/** Links to the page where people create a credential. Opens a new tab, so that the form stays open. */
export function TokenLink({ link, name }: TokenLinkProps) {
  if (link === null) return null;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      Get it at {new URL(link).host}
      <span className="visually-hidden"> for {name}</span>
    </a>
  );
}
