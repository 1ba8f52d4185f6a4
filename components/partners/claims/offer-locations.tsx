import { Card } from '@/components/ui/base/card';
import { Checkbox } from '@/components/ui/base/checkbox';
import { Field } from '@/components/ui/base/field';
import { formatCount } from '@/components/ui/format';
import type { OfferedLocation } from './types';

/** The locations of an offer: none is the business's own until it is ticked. */
export function OfferLocations({
  locations,
  chosen,
  disabled,
  onChange,
}: {
  locations: readonly OfferedLocation[];
  /** Ids of those that are ticked. */
  chosen: readonly string[];
  disabled: boolean;
  onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <Card
      title="Locations"
      description="Tick those that are yours. Others come along inactive: no order can go there."
    >
      {locations.length === 0 ? (
        <p className="text-muted">No locations.</p>
      ) : (
        <ul className="divide-y divide-border">
          {locations.map((place) => (
            <li key={place.id} className="py-3 first:pt-0 last:pb-0">
              {place.joins ? (
                <div className="flex flex-col gap-0.5">
                  <span className="font-medium">{place.name}</span>
                  <Facts place={place} />
                </div>
              ) : (
                <Field layout="inline" label={place.name} hint={<Facts place={place} />}>
                  <Checkbox
                    className="mt-0.5"
                    disabled={disabled}
                    checked={chosen.includes(place.id)}
                    onCheckedChange={(ticked) =>
                      onChange(ticked ? [...chosen, place.id] : chosen.filter((id) => id !== place.id))
                    }
                  />
                </Field>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Facts({ place: { address, open_orders, joins } }: { place: OfferedLocation }) {
  const { street, city, state, zip } = address;
  return (
    <span className="text-muted text-sm">
      {street}, {city}, {state} {zip}
      {open_orders > 0 && ` · ${formatCount(open_orders, 'open order')}`}
      {joins && <span className="block text-text">Joins your {joins.name}: it has the same address.</span>}
    </span>
  );
}
