/** All that Windows-1252 has at 0x80 to 0x9F. */
export const SIGNS = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

export const windows1252 = (text: string) => {
  const at = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
  return Buffer.from(
    [...text].map((sign) => (at.includes(sign) ? 0x80 + at.indexOf(sign) : sign.charCodeAt(0))),
  );
};
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** What programs write text in. */
export const ENCODINGS: Array<[string, (text: string) => Buffer]> = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 little-endian with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 little-endian', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 big-endian with a mark', (text) => bigEndian(`\ufeff${text}`)],
  ['UTF-16 big-endian', bigEndian],
  ['Windows-1252', windows1252],
];
