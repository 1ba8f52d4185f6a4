'use client';
import { ScanBarcode } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '@/components/ui/base/button';
import { IconButton } from '@/components/ui/base/icon-button';
import { showFailure } from '@/components/ui/base/toast';
import { useHydrated } from '@/components/ui/base/use-hydrated';
import { documentMayScan } from './scan-page';

const ScanDialog = lazy(() => import('./scan-dialog').then((m) => ({ default: m.ScanDialog })));

/** Of an address whose page opens the camera at once. */
const OPENS = '#scan';

/**
 * Opens the camera to read barcodes and package tags; each code is reported once while it is in view.
 * @param onScan takes a code; returns what it meant, which the camera's dialog shows, or throws an error that says why it failed
 * @param once true to close the camera after the first code
 * @param compact true for an icon alone
 * @param loseNothing true where loading the page again would lose what was entered: then the user is asked to
 */
export function ScanButton({
  onScan,
  once = false,
  compact = false,
  loseNothing = false,
}: {
  onScan: (code: string) => Promise<string> | string;
  once?: boolean;
  compact?: boolean;
  loseNothing?: boolean;
}) {
  const [open, setOpen] = useState(false);
  // The server can't know; nearly all pages come by https.
  const secure = !useHydrated() || window.isSecureContext;
  useEffect(() => {
    if (location.hash !== OPENS) return;
    if (!documentMayScan()) {
      location.reload();
      return;
    }
    history.replaceState(history.state, '', location.pathname + location.search);
    setOpen(true);
  }, []);
  const start = () => {
    if (documentMayScan()) {
      setOpen(true);
    } else if (loseNothing) {
      showFailure('Reload this page, then scan.');
    } else {
      location.hash = OPENS;
      location.reload();
    }
  };
  const label = secure ? 'Scan with camera' : 'Scanning needs https';
  return (
    <>
      {compact ? (
        <IconButton icon={ScanBarcode} label={label} variant="secondary" disabled={!secure} onClick={start} />
      ) : (
        <Button disabled={!secure} onClick={start}>
          <ScanBarcode aria-hidden />
          {label}
        </Button>
      )}
      {open && (
        <Suspense>
          <ScanDialog onScan={onScan} once={once} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
