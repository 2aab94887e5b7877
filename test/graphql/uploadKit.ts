const PART_BYTES = 1_048_576;
const BYTES = 'application/octet-stream';

type Answer = { readonly status: number; readonly body: string; readonly headers: Headers };

/** One API key's requests to a service's upload endpoints; `id` and `received` come from its responses. */
export function uploadsOf(url: string, apiKey: string) {
  const ask = async (method: string, path: string, body?: Uint8Array, headers: object = {}): Promise<Answer> => {
    const own = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': BYTES }), ...headers };
    const init = { method, headers: own, ...(body && { body: new Uint8Array(body) }) };
    const response = await fetch(`${url}/graphql/uploads${path}`, init);
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  const begin = async (bytes: number): Promise<string> => {
    const { status, body } = await ask('POST', `?bytes=${bytes}`);
    if (status !== 201) throw new Error(body);
    return String(JSON.parse(body).id);
  };
  return {
    ask,
    begin,
    /** Uploads a whole document. */
    async send(document: Uint8Array): Promise<string> {
      const id = await begin(document.length);
      for (let at = 0; at < document.length; at += PART_BYTES) {
        const { status, body } = await ask('PUT', `/${id}/${at}`, document.subarray(at, at + PART_BYTES));
        if (status !== 200) throw new Error(body);
      }
      return id;
    },
  };
}
