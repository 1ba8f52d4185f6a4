import { CheckboxField } from '@/components/ui/forms/fields';
import { TELL_SELLERS } from './tell-sellers';

/** What sellers may learn of a business that joins: nothing, unless it is ticked (decision 902). */
export function TellSellersField() {
  return <CheckboxField name="tell_sellers" label={TELL_SELLERS} />;
}
