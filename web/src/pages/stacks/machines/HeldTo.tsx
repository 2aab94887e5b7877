type HeldToProps = {
  readonly held: {
    readonly endUser?: string | null;
    readonly tools: readonly string[];
    readonly networks: readonly string[];
  };
};

/** What the tokens of somebody who signs in by themselves are held to. */
export function HeldTo({ held: { endUser = null, tools, networks } }: HeldToProps) {
  const limits = [
    ...(endUser === null ? [] : [`End user: ${endUser}`]),
    ...(tools.length > 0 ? [`Tools: ${tools.join(', ')}`] : []),
    ...(networks.length > 0 ? [`From: ${networks.join(', ')}`] : []),
  ];
  if (limits.length === 0) return <span className="soft">All tools of the stack, from anywhere</span>;
  return (
    <ul className="small stacks-limits">
      {limits.map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  );
}
