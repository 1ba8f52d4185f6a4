/** Loads what scanning needs, so that a service worker has it when there is no network. */
export async function loadScanner(): Promise<void> {
  const [, { WASM }] = await Promise.all([import('./scan-dialog'), import('./wasm-reader')]);
  await fetch(WASM);
}
