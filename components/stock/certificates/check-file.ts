export const MAX_BYTES = 10 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

/** What the server looks for: the header at the start and the end mark within the last kilobyte. */
const HEADER = '%PDF-';
const END = '%%EOF';
const END_WITHIN = 1024;

const textOf = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer());

/** Why a file can't be a certificate, before it is sent; null when it can. */
export async function faultOf(file: File): Promise<string | null> {
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  if (file.size > MAX_BYTES) {
    return `${file.name} is ${(file.size / MEGABYTE).toFixed(1)} MB. Choose a PDF of at most ${MAX_BYTES / MEGABYTE} MB.`;
  }
  if ((await textOf(file.slice(0, HEADER.length))) !== HEADER) {
    return `${file.name} isn't a PDF. Choose the certificate as a PDF.`;
  }
  const tail = await textOf(file.slice(Math.max(0, file.size - END_WITHIN)));
  return tail.includes(END) ? null : `${file.name} is cut off. Choose the complete PDF.`;
}
