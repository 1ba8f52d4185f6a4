/** Null for a 404 from the server, and for an address with a malformed id. */
export async function unlessAbsent<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null;
    throw error;
  }
}
