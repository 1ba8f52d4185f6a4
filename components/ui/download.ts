import { saveFile } from './save-file';
import { showFailure } from './toast';

const OFFLINE = 'No response from the server. Check your connection and try again.';

/** The name that a response suggests (RFC 6266): the full one, else the one in ASCII. */
function suggestedName({ headers }: Response): string | undefined {
  const header = headers.get('content-disposition') ?? '';
  const full = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return full ? decodeURIComponent(full) : /filename="([^"]+)"/i.exec(header)?.[1];
}

async function problemOf(response: Response): Promise<string> {
  if (response.status === 401) return 'Your session ended. Sign in, then try again.';
  const body = await response.json().catch(() => null);
  const message: string = body?.error?.message ?? 'Something went wrong on our side.';
  const id = response.status === 500 && response.headers.get('x-request-id');
  return id ? `${message} Request id ${id}.` : message;
}

/**
 * Downloads a file of the API. An error becomes a message with Retry (decision 235): left to the browser, it would be
 * saved as the file.
 * @param fileName where the response suggests none
 */
export async function download(address: string, fileName = 'download'): Promise<void> {
  let problem = OFFLINE;
  try {
    const response = await fetch(address);
    if (response.ok) return saveFile(await response.blob(), suggestedName(response) ?? fileName);
    problem = await problemOf(response);
  } catch {
    // Cut off, before or in the middle of the file.
  }
  showFailure("Couldn't download the file", problem, () => download(address, fileName));
}
