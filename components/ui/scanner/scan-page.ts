import { isScanningPage } from '@/server/kernel/scanning';

/** Whether the document came with the headers that scanning needs: pages that are opened later keep those of the first. */
export function documentMayScan(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return isScanningPage(new URL(navigation?.name ?? location.href, location.href).pathname);
}

/** Whether the link leads a phone to a page that scans, out of a document that may not: it has to be loaded. */
export function needsLoad({ origin, pathname }: HTMLAnchorElement): boolean {
  return (
    origin === location.origin &&
    isScanningPage(pathname) &&
    matchMedia('(pointer: coarse)').matches &&
    !documentMayScan()
  );
}
