// Pages import this file.
/** Pages that read codes with the camera; a browser allows that to a document, by its headers. */
const SCANNING = /^\/(?:inventory(?:\/.*)?|orders\/[^/]+|offline)$/;

/** Whether a page may use the camera and WebAssembly. @param path without query */
export function isScanningPage(path: string): boolean {
  return SCANNING.test(path);
}
