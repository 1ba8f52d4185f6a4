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

/** What a job makes is asked for so often, in milliseconds, and waited for so long. */
const [PAUSE_MS, MOST_MS] = [3_000, 300_000];

/** A file, which a job may have to make first. @param start has the job make it; of what is being made, it starts no second one */
async function fetched(
  address: string,
  start: (() => Promise<unknown>) | undefined,
): Promise<Response | { problem: string }> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const response = await fetch(address);
    if (response.status !== 409 || !start || waited >= MOST_MS) return response;
    const body = await response
      .clone()
      .json()
      .catch(() => null);
    if (body?.error?.details?.reason !== 'not_drawn') return response;
    // Once more each minute: what it shows may have changed meanwhile.
    if (waited % 60_000 === 0) {
      const problem = await start().then(
        () => null,
        (error: Error) => error.message,
      );
      if (problem !== null) return { problem };
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

/**
 * Downloads a file of the API. An error becomes a message with Retry (decision 235): left to the browser, it would be
 * saved as the file.
 * @param fileName where the response suggests none
 * @param start has a job make the file where it isn't made yet (409 `not_drawn`)
 */
export async function download(
  address: string,
  fileName = 'download',
  start?: () => Promise<unknown>,
): Promise<void> {
  let problem = OFFLINE;
  try {
    const response = await fetched(address, start);
    if (response instanceof Response && response.ok)
      return saveFile(await response.blob(), suggestedName(response) ?? fileName);
    problem = response instanceof Response ? await problemOf(response) : response.problem;
  } catch {
    // Cut off, before or in the middle of the file.
  }
  showFailure("Couldn't download the file", problem, () => download(address, fileName, start));
}
