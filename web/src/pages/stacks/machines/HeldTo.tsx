type HeldToProps = {
  readonly held: {
    readonly endUser?: string | null;
    readonly tools: readonly string[];
    readonly networks: readonly string[];
  };
};

/** Restrictions of tokens from a service account or trusted issuer. */
export function HeldTo({ held: { endUser = null, tools, networks } }: HeldToProps) {
  const limits = [
    ...(endUser === null ? [] : [`End user: ${endUser}`]),
    ...(tools.length > 0 ? [`Tools: ${tools.join(', ')}`] : []),
    ...(networks.length > 0 ? [`Networks: ${networks.join(', ')}`] : []),
  ];
  if (limits.length === 0) return <span className="soft">All tools in the stack, from any network</span>;
  return (
    <ul className="small stacks-limits">
      {limits.map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  );
}
