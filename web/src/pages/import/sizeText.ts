const KIB = 1_024;
const MIB = 1_048_576;

export const sizeText = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
