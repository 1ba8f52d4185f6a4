import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^[a-z][a-z0-9-]{0,60}\.webp$/;

/** A picture of the guide, from `docs/guide/pictures`. */
export async function GET(_: Request, { params }: { params: Promise<{ picture: string }> }) {
  const { picture } = await params;
  const bytes = NAME.test(picture)
    ? await readFile(join(process.cwd(), 'docs/guide/pictures', picture)).catch(() => null)
    : null;
  if (!bytes) return new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=3600' },
  });
}
