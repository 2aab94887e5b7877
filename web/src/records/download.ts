/** Downloads a file created in the browser. */
export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves content as a file, because a tool's content must not open as a page on our origin. */
export function downloadBytes(name: string, mediaType: string, base64: string): void {
  const extension = /^[a-z]+\/(?:x-)?([a-z0-9]{1,8})$/.exec(mediaType)?.[1] ?? 'bin';
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  download(`${name}.${extension}`, 'application/octet-stream', bytes);
}
