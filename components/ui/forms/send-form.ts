/** What the server said of a file that it rejected. */
export class UploadRefused extends Error {
  constructor(
    message: string,
    readonly requestId: string | null,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Sends a form with a file over REST, since tRPC carries no files. @throws UploadRefused */
export async function sendForm<Result>(
  path: string,
  form: FormData,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Result> {
  let answer: Response;
  try {
    answer = await fetch(path, { method, body: form });
  } catch {
    throw new UploadRefused("Couldn't reach the server. Check your connection and try again.", null, 0);
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const told: string = body?.error?.message ?? 'The file was rejected.';
  const message = told.replace(/^file: /, 'The file ');
  throw new UploadRefused(message, answer.headers.get('x-request-id'), answer.status);
}
