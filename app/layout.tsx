import type { Metadata, Viewport } from 'next';
import localFont from 'next/font/local';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { Toaster } from '@/components/ui/base/toaster';
import { sidebarChoice } from '@/components/ui/shell/sidebar-width';
import './globals.css';
import '@/components/catalog/goods/category-tiles.css';
import '@/components/ui/data-table/list-rows.css';
import '@/components/ui/data-table/list-controls.css';
import '@/components/stock/certificates/certificate-marks.css';
import '@/components/ui/data-table/list-narrow.css';
import '@/components/ui/shell/navigation.css';
import '@/components/ui/base/number-input.css';
import '@/components/ui/base/page-actions.css';
import '@/components/ui/reference/reference.css';
import '@/components/stock/inventory/shelf-labels.css';
import '@/components/ui/base/status-badges.css';

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
