/** Whether a file is a ZIP archive, as workbooks are. */
export const isWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04;

const OLE2 = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether a file is of the kind that old and encrypted workbooks are. */
export const isOle2 = (bytes: Uint8Array): boolean => OLE2.every((byte, at) => bytes[at] === byte);
