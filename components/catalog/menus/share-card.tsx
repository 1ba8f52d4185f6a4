'use client';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { Card } from '@/components/ui/base/card';
import { CopyButton } from '@/components/ui/base/copy-button';
import { saveFile } from '@/components/ui/base/save-file';
import { svgOf } from './qr-svg';
import type { Menu } from './types';

const QrCode = lazy(() =>
  import('@/components/business/account/qr-code').then((m) => ({ default: m.QrCode })),
);

const PasscodeDialog = lazy(() => import('./passcode-dialog').then((m) => ({ default: m.PasscodeDialog })));

const PIXELS = 640;

/** The same as a PNG, drawn by the browser. */
async function pngOf(url: string): Promise<Blob | null> {
  const image = new Image(PIXELS, PIXELS);
  image.src = `data:image/svg+xml;base64,${btoa(await svgOf(url))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, PIXELS, PIXELS);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** The link of a menu in every form in which it is given away. */
export function ShareCard({ menu: { name, url, status, has_passcode } }: { menu: Menu }) {
  const [asking, setAsking] = useState<{ path: string; fileName: string } | null>(null);
  const data = url.replace(/\/m\/([^/]+)$/, '/api/v1/public/menus/$1');
  const link = 'text-link hover:underline';
  const works = status === 'active';
  const files = [
    { label: 'PDF', path: `${data}/pdf`, fileName: `${name}.pdf` },
    { label: 'CSV', path: `${data}?format=csv`, fileName: `${name}.csv` },
  ];
  return (
    <Card title="Link">
      <div className="flex flex-col gap-4">
        <p className="break-all font-mono text-sm" data-testid="menu-link">
          {url}
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={url} what="link" variant="primary" />
          {works && (
            <Button asChild size="sm">
              <a href={url} target="_blank" rel="noreferrer">
                Open as a stranger
              </a>
            </Button>
          )}
        </div>
        {!works && <p className="text-muted text-sm">The link shows nothing now.</p>}
        <Suspense fallback={<div className="size-44" />}>
          <QrCode text={url} label="QR code of the link" />
        </Suspense>
        <div className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          <button
            type="button"
            className={link}
            onClick={async () =>
              saveFile(new Blob([await svgOf(url)], { type: 'image/svg+xml' }), `${name}.svg`)
            }
          >
            QR code as SVG
          </button>
          <button
            type="button"
            className={link}
            onClick={async () => {
              const png = await pngOf(url);
              if (png) saveFile(png, `${name}.png`);
            }}
          >
            QR code as PNG
          </button>
          {works &&
            files.map(({ label, path, fileName }) =>
              has_passcode ? (
                <button
                  key={label}
                  type="button"
                  className={link}
                  onClick={() => setAsking({ path, fileName })}
                >
                  {label}
                </button>
              ) : (
                <a key={label} className={link} href={path}>
                  {label}
                </a>
              ),
            )}
        </div>
      </div>
      <Suspense>{asking && <PasscodeDialog {...asking} onClose={() => setAsking(null)} />}</Suspense>
    </Card>
  );
}
