/** Files in a row, each behind its length. */
export function framed(files: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    files.flatMap((file) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(file.length);
      return [length, file];
    }),
  );
}

/** @returns null for bytes that end within a file */
export function unframed(bytes: Buffer): Buffer[] | null {
  const files: Buffer[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    files.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return at === bytes.length ? files : null;
}
