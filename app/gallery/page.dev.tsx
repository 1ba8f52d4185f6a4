import { Gallery } from '@/components/ui/gallery/gallery';

export const metadata = { title: 'Gallery' };

/** The components beside each other. `page.dev.tsx` is a page in development only (next.config.mjs). */
export default function Page() {
  return <Gallery />;
}
