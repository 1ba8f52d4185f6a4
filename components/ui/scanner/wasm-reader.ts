import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type CodeReader, printedText, READER_OPTIONS } from './reader-options';

// A file of our build: the package would load it from another origin.
export const WASM = new URL('zxing-wasm/reader/zxing_reader.wasm', import.meta.url);

/** Loads the reader that works in every browser. */
export async function openWasmReader(): Promise<CodeReader> {
  await prepareZXingModule({ overrides: { locateFile: () => WASM.href }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!pen || video.videoWidth === 0) return [];
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    pen.drawImage(video, 0, 0);
    const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, READER_OPTIONS);
    return found.filter(({ isValid }) => isValid).map(printedText);
  };
}
