const ADDRESS = /^(?<start>[a-z+]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/is;

/** An address that may name several hosts, which `URL` doesn't parse: `scheme://user:password@one,two:1/path`. */
type HostList = {
  readonly hosts: string;
  /** The address with each of its hosts alone. */
  readonly urls: readonly (URL | null)[];
};

/** Splits an address; each URL is null if it isn't valid. */
export function parseHostList(address: string): HostList {
  const { start, hosts = '', rest = '' } = ADDRESS.exec(address)?.groups ?? {};
  if (start === undefined) return { hosts, urls: [URL.parse(address)] };
  return { hosts, urls: hosts.split(',').map((host) => URL.parse(`${start}${host}${rest}`)) };
}
