import type { CodeReader } from './reader-options';

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** As the browser's `BarcodeDetector` names them. */
const FORMATS = ['code_128', 'data_matrix', 'qr_code', 'ean_13', 'ean_8', 'upc_a', 'upc_e'];

/** Opens the browser's reader where it knows all formats, else ours, which is loaded then. */
export async function openReader(): Promise<CodeReader> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const known: readonly string[] = (await BarcodeDetector?.getSupportedFormats().catch(() => null)) ?? [];
  if (BarcodeDetector && FORMATS.every((format) => known.includes(format))) {
    const detector = new BarcodeDetector({ formats: FORMATS });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { openWasmReader } = await import('./wasm-reader');
  return openWasmReader();
}
