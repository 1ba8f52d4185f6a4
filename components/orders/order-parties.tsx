import { Card } from '@/components/ui/base/card';
import { DefinitionList } from '@/components/ui/base/definition-list';
import { PartyFacts } from './party-facts';
import type { ShownOrder } from './use-order';

/** Who sells and who buys. */
export function OrderParties({ shown: { order, manifest } }: { shown: ShownOrder }) {
  const { wholesaler, retailer } = order;
  return (
    <Card title="Parties">
      <DefinitionList
        items={[
          { term: 'Supplier', value: <PartyFacts name={wholesaler.name} party={manifest?.shipper} /> },
          { term: 'Customer', value: <PartyFacts name={retailer.name} party={manifest?.receiver} /> },
        ]}
      />
    </Card>
  );
}
