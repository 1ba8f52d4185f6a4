'use client';
import type { LocationName } from '@/components/inventory/types';
import { CountSheet } from './count-sheet';
import { ImportPage } from './import-page';

/** A stock count, typed or uploaded; both become differences to review. */
export function CountPage({ locations }: { locations: readonly LocationName[] }) {
  return (
    <ImportPage
      kind="count"
      locations={locations}
      begin={(goOn) => <CountSheet locations={locations} onUploaded={goOn} />}
    />
  );
}
