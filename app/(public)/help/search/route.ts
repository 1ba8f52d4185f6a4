import { listGuide } from '../../../../components/home/guide/guide';

/** What the palette searches in the guide. */
export const dynamic = 'force-dynamic';

export const GET = async () =>
  Response.json(await listGuide(), { headers: { 'Cache-Control': 'public, max-age=300' } });
