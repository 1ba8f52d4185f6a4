'use client';
import { ImportPage } from '@/components/business/imports/import-page';
import type { LocationName } from '@/components/stock/inventory/types';
import { OpenCounts } from './open-counts';
import { StartCount } from './start-count';

/** Counts: those under way, a new one, or one that comes as a file. */
export function CountsPage({ locations }: { locations: readonly LocationName[] }) {
  return (
    <ImportPage
      kind="count"
      locations={locations}
      begin={
        <>
          <OpenCounts locations={locations} />
          <StartCount locations={locations} />
        </>
      }
    />
  );
}
