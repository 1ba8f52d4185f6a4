import { Controller, useFormContext } from 'react-hook-form';
import { FilterToggle } from '@/components/ui/base/filter-toggle';
import { WEEKDAYS, type Weekday } from '@/server/kernel/delivery-days';
import type { LocationValues } from './location-values';

export const WEEKDAY: Record<Weekday, string> = {
  ...{ mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' },
};

/** On which days goods leave a location. */
export function DeliveryDaysField() {
  const { control } = useFormContext<LocationValues>();
  return (
    <Controller
      control={control}
      name="delivery_days"
      render={({ field: { value, onChange } }) => (
        <fieldset>
          <legend className="mb-1.5 font-medium text-sm">Delivery days (optional)</legend>
          <div className="flex flex-wrap gap-2">
            {WEEKDAYS.map((day) => (
              <FilterToggle
                key={day}
                label={WEEKDAY[day]}
                pressed={value.includes(day)}
                onPressedChange={(on) =>
                  onChange(WEEKDAYS.filter((one) => (one === day ? on : value.includes(one))))
                }
              />
            ))}
          </div>
          <p className="mt-1.5 text-muted text-sm">Customers are offered the next ones in their cart.</p>
        </fieldset>
      )}
    />
  );
}
