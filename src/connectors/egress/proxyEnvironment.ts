/**
 * Environment variables that point a program to a proxy on its own loopback. `NODE_USE_ENV_PROXY` makes Node use them.
 */
export function proxyEnvironment(port: number): Readonly<Record<string, string>> {
  const url = `http://127.0.0.1:${port}`;
  return { HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, https_proxy: url, NODE_USE_ENV_PROXY: '1' };
}
