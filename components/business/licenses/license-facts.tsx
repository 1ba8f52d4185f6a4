import { Badge } from '@/components/ui/base/badge';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { formatDate, UNKNOWN } from '@/components/ui/format';
import { ExpiryBadge } from './expiry-badge';
import { LicenseWarning } from './license-warning';

type License = {
  license_number: string;
  license_type: string | null;
  license_expiry: string | null;
  license_warnings: readonly { code: string; message: string }[];
  license_verified: boolean;
};

/** A license with its warnings. */
export function LicenseFacts({ license, timezone }: { license: License; timezone: string }) {
  return (
    <div className="flex flex-col gap-4">
      <LicenseWarning warnings={license.license_warnings} />
      <DefinitionList
        items={[
          {
            term: 'Number',
            value: (
              <span className="inline-flex flex-wrap items-center gap-2">
                {license.license_number}
                {!license.license_verified && <Badge tone="warning">Not verified</Badge>}
              </span>
            ),
          },
          { term: 'Type', value: license.license_type ?? UNKNOWN },
          {
            term: 'Expires',
            value: (
              <span className="inline-flex flex-wrap items-center gap-2">
                {license.license_expiry ? formatDate(license.license_expiry) : 'No expiration'}
                <ExpiryBadge expiry={license.license_expiry} timezone={timezone} />
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
