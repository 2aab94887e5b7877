/**
 * A request's target with a path that can be percent-decoded. One that cannot names nothing anyway: its percent signs
 * are taken as they stand, so that the request fails as any other for an unknown name.
 */
export function decodableUrl({ url = '/' }: { readonly url?: string | undefined }): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
