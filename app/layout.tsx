import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { sidebarChoice } from '@/components/shell/sidebar-width';
import { Toaster } from '@/components/ui/toaster';
import './globals.css';
import './category-tiles.css';
import './list-rows.css';
import './list-controls.css';
import './certificate-marks.css';
import './list-narrow.css';
import './navigation.css';
import './number-input.css';
import './page-actions.css';
import './reference.css';
import './shelf-labels.css';
import './status-badges.css';

// Preloaded; until it is there, Arial stretched to its metrics, so that nothing moves.
const inter = localFont({
  src: './fonts/inter.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-inter',
});

export const metadata: Metadata = {
  title: { template: '%s · Tallyleaf', default: 'Tallyleaf' },
  description: 'Wholesale and retail for a regulated cannabis supply chain',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#F7F8F7' },
    { media: '(prefers-color-scheme: dark)', color: '#0F1411' },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies();
  const theme = jar.get('theme')?.value;
  return (
    <html
      lang="en"
      className={inter.variable}
      data-theme={theme === 'light' || theme === 'dark' ? theme : undefined}
      data-sidebar={sidebarChoice(jar.get('sidebar')?.value)}
    >
      <body>
        {children}
        <Toaster />
      </body>
    </html>
  );
}
