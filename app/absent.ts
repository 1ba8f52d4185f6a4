/** Null for what the server answers with 404, and for an address whose id is none. */
export async function unlessAbsent<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null;
    throw error;
  }
}
