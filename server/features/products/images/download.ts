import type { TargetPolicy } from '../../../platform/outgoing/guard';
import { OutgoingError, sendRequest } from '../../../platform/outgoing/request';

const MAX_BYTES = 3 * 1024 * 1024;
/** For all hops of redirects together. */
const TIMEOUT_MS = 8_000;
const REDIRECTS = 3;

/**
 * Downloads an image within eight seconds.
 * @returns `slow` when that isn't enough; null when a host is not public or sends no image of at most 3 MiB
 */
export async function downloadImage(policy: TargetPolicy, url: string): Promise<Buffer | 'slow' | null> {
  const deadline = Date.now() + TIMEOUT_MS;
  let target = url;
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    const left = deadline - Date.now();
    if (left <= 0) return 'slow';
    const response = await sendRequest(policy, {
      method: 'GET',
      url: target,
      headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' },
      timeoutMs: left,
      maxBytes: MAX_BYTES,
    }).catch((error) => {
      if (error instanceof OutgoingError) return null;
      throw error;
    });
    if (!response) return Date.now() >= deadline ? 'slow' : null;
    const { location } = response.headers;
    if (response.status === 200) return isImage(response.bytes) ? response.bytes : null;
    if (response.status < 300 || response.status > 399 || !location || !URL.canParse(location, target))
      return null;
    target = new URL(location, target).href;
  }
  return null;
}

/** Whether a file begins like a PNG, JPEG, GIF, WebP or AVIF image, whatever the host's header says. */
function isImage(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.subarray(from, to).toString('latin1');
  return (
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    text(0, 3) === '\xff\xd8\xff' ||
    ['GIF87a', 'GIF89a'].includes(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    ['ftypavif', 'ftypavis'].includes(text(4, 12))
  );
}
